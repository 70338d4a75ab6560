// The pieces of a reply may come faster than a page can be laid out; what comes within a moment is shown at once.
import type { Event } from '../api/generated/Event';
import { append } from './transcript';

type Delta = Extract<Event, { type: 'turn_delta' }>;

/** Between two showings of a reply that comes quickly, in milliseconds. */
const MOMENT = 40;

/**
 * Hands events on in their order. A piece that comes alone goes on at once; pieces that follow within a moment go on as one, at
 * its end or before the next other event.
 */
export function gathered(listener: (event: Event) => void): (event: Event) => void {
  let waiting: Delta | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOn(): void {
    const delta = waiting;
    waiting = null;
    if (delta) listener(delta);
  }

  function momentOver(): void {
    timer = undefined;
    if (waiting === null) return;
    handOn();
    // Begun after the page was laid out, so that it stays free for the reader between two pieces.
    timer = setTimeout(momentOver, MOMENT);
  }

  return (event) => {
    if (event.type !== 'turn_delta') {
      handOn();
      listener(event);
      return;
    }
    if (waiting !== null && waiting.message_id === event.message_id) {
      waiting = { ...waiting, spans: append(waiting.spans, event.spans) };
      return;
    }
    handOn();
    waiting = event;
    if (timer !== undefined) return;
    handOn();
    timer = setTimeout(momentOver, MOMENT);
  };
}
