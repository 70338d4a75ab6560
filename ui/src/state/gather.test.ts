import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Event } from '../api/generated/Event';
import { gathered } from './gather';

const delta = (text: string, message_id = 'reply'): Event => ({
  type: 'turn_delta',
  conversation_id: 'talk',
  message_id,
  from: 0,
  spans: [{ kind: 'speech', text }],
});

/** What was handed on, as text; other events as their type. */
function listening() {
  const heard: string[] = [];
  const tell = gathered((event) =>
    heard.push(event.type === 'turn_delta' ? event.spans.map(({ text }) => text).join('|') : event.type),
  );
  return { heard, tell };
}

describe('the pieces of a reply', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are shown one by one when they come one by one', () => {
    const { heard, tell } = listening();
    for (const piece of ['A ', 'sail', '.']) {
      tell(delta(piece));
      vi.advanceTimersByTime(100);
    }
    expect(heard).toEqual(['A ', 'sail', '.']);
  });

  it('do not freeze the page when thousands come at once', () => {
    const { heard, tell } = listening();
    for (let piece = 0; piece < 3000; piece++) tell(delta('x'));
    vi.advanceTimersByTime(1000);
    expect(heard.length).toBeLessThan(5);
    expect(heard.join('')).toBe('x'.repeat(3000));
  });

  it('stand before whatever comes after them, and are not mixed with those of another reply', () => {
    const { heard, tell } = listening();
    tell(delta('A '));
    tell(delta('sail'));
    tell(delta('Good ', 'other'));
    tell(delta('night', 'other'));
    tell({ type: 'settings_changed' });
    expect(heard).toEqual(['A ', 'sail', 'Good night', 'settings_changed']);
    vi.advanceTimersByTime(1000);
    expect(heard).toHaveLength(4);
  });
});
