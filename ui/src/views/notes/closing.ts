/** Whether a key asks that the notes give the rail its place back: Esc, but not in a question that stands over them, which closes alone. */
export function asksToClose(event: KeyboardEvent): boolean {
  const isAsked = event.target instanceof Element && event.target.closest('dialog') !== null;
  return event.key === 'Escape' && !isAsked && !event.defaultPrevented && !event.isComposing;
}
