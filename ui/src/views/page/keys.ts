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
