/**
 * Whether a key press belongs to an input method that is still composing. Some browsers report the Enter that ends a composition
 * as finished and tell of it only by the key code 229.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** Enter alone sends; with Shift it breaks the line. */
export function sends(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.altKey && !isComposing(event);
}

/** A key by itself, that no input method is composing with. */
export function isPlainKey(event: KeyboardEvent, key: string): boolean {
  const modified = event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;
  return event.key === key && !modified && !isComposing(event);
}

/** The button of a row that an arrow key moves to, from the one `at` of `count`; null when the key moves nowhere. */
export function nextTool(event: KeyboardEvent, at: number, count: number): number | null {
  const step = sideways(event);
  if (at === -1 || count === 0) return null;
  if (step !== 0) return (at + step + count) % count;
  if (event.key === 'Home') return 0;
  return event.key === 'End' ? count - 1 : null;
}

/** 1 for the arrow key that points on in the direction of reading, -1 for the one that points back, 0 for any other key. */
export function sideways(event: KeyboardEvent): 1 | -1 | 0 {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return 0;
  const rightToLeft = event.target instanceof Element && getComputedStyle(event.target).direction === 'rtl';
  if (event.key === 'ArrowRight') return rightToLeft ? -1 : 1;
  if (event.key === 'ArrowLeft') return rightToLeft ? 1 : -1;
  return 0;
}
