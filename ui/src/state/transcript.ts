// The loaded end of a transcript as plain data: messages by position, without gaps. Nothing here changes what it is given.
import type { MessageView } from '../api/generated/MessageView';
import type { Span } from '../api/generated/Span';

/** Where a message belongs that is not loaded yet: `gap` means that something in between was missed. */
export type Placed = { messages: MessageView[]; gap: boolean };

/** Puts a message in its place: over the one of its id or position, or at the end. */
export function place(messages: MessageView[], message: MessageView): Placed {
  const first = messages[0];
  const last = messages.at(-1);
  if (!first || !last) return { messages: [message], gap: message.position !== 0 };
  const index = message.position - first.position;
  if (index < 0) return { messages, gap: false };
  if (index > messages.length) return { messages, gap: true };
  if (index === messages.length) return { messages: [...messages, message], gap: false };
  return { messages: messages.with(index, message), gap: false };
}

/** Takes messages away by their ids, and with them whatever stands behind the first of them. */
export function takeBack(messages: MessageView[], ids: (string | null)[]): MessageView[] {
  const from = messages.findIndex(({ id }) => ids.includes(id));
  return from === -1 ? messages : messages.slice(0, from);
}

/** Appends what came of a reply. The first span goes on in the last shown one when voice, code and paragraph are the same. */
export function append(shown: Span[], more: Span[]): Span[] {
  const result = [...shown];
  for (const span of more) {
    const last = result.at(-1);
    if (last && last.kind === span.kind && last.code === span.code && !span.paragraph) {
      result[result.length - 1] = { ...last, text: last.text + span.text };
    } else {
      result.push(span);
    }
  }
  return result;
}

/** Joins a page read again with the earlier messages loaded before, as long as no message lies unread between them. */
export function joinEarlier(earlier: MessageView[], page: MessageView[]): MessageView[] {
  const first = page[0];
  if (!first) return page;
  const kept = earlier.filter(({ position }) => position < first.position);
  return kept.at(-1)?.position === first.position - 1 ? [...kept, ...page] : page;
}

/** A message as it looks before the program has stored it. */
export function unstored(id: string, position: number, text: string, now: number): MessageView {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return {
    id,
    position,
    role: 'user',
    text,
    spans: lines.map((line, index) =>
      index === 0 ? { kind: 'speech', text: line } : { kind: 'speech', text: line, paragraph: true },
    ),
    state: 'complete',
    alternate: 0,
    alternates: 1,
    created_at: now,
    used_memories: null,
  };
}

/** A reply of which nothing has come yet. */
export function awaited(id: string, position: number, now: number): MessageView {
  return {
    id,
    position,
    role: 'character',
    text: '',
    spans: [],
    state: 'streaming',
    alternate: 0,
    alternates: 1,
    created_at: now,
    used_memories: null,
  };
}

/** How many characters of a message are shown. */
export function shownLength(message: MessageView): number {
  return message.spans.reduce((length, span) => length + span.text.length, 0);
}

/** A stored reply lags a little behind the events: of two states of one, what has been shown is never taken away again. */
export function further(shown: MessageView | undefined, read: MessageView): MessageView {
  const same = shown?.id === read.id && shown.alternate === read.alternate;
  const behind = same && read.state === 'streaming' && shownLength(shown) > shownLength(read);
  return behind ? shown : read;
}
