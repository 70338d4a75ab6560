// What was heard of the replies that are being written, so that a page which reads one in the middle joins exactly.
import type { Event } from '../api/generated/Event';
import type { MessageView } from '../api/generated/MessageView';
import type { Span } from '../api/generated/Span';
import { append, shownLength } from './transcript';

type Delta = Extract<Event, { type: 'turn_delta' }>;
/** Pieces of a reply that follow on each other; the first stands at the place `from` of the reply. */
type Heard = { from: number; spans: Span[] };

export class HeardReplies {
  readonly #heard = new Map<string, Heard>();

  /** Takes in a piece. One that does not follow on the last takes the place of all before it. */
  hear({ message_id, from, spans }: Delta): void {
    const before = this.#heard.get(message_id);
    const follows = before && before.from + lengthOf(before.spans) === from;
    this.#heard.set(message_id, follows ? { ...before, spans: append(before.spans, spans) } : { from, spans });
  }

  /** The reply is over, or begins anew. */
  forget(messageId: string): void {
    this.#heard.delete(messageId);
  }

  /** A reply with what was heard of it and is not shown yet; null when something in between was not heard. */
  join(reply: MessageView): MessageView | null {
    const heard = this.#heard.get(reply.id);
    if (!heard) return reply;
    const shown = shownLength(reply);
    if (heard.from > shown) return null;
    const more = after(heard.spans, shown - heard.from);
    return more.length === 0 ? reply : { ...reply, spans: append(reply.spans, more) };
  }
}

function lengthOf(spans: Span[]): number {
  return spans.reduce((length, { text }) => length + text.length, 0);
}

/** What comes after the first so many characters. */
function after(spans: Span[], count: number): Span[] {
  const rest: Span[] = [];
  let skip = count;
  for (const span of spans) {
    if (skip === 0) rest.push(span);
    // The paragraph begins in what is shown already.
    else if (skip < span.text.length) rest.push({ ...span, paragraph: undefined, text: span.text.slice(skip) });
    skip = Math.max(0, skip - span.text.length);
  }
  return rest;
}
