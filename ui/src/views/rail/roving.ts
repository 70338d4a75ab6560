/** How many rows a page key moves by. */
const page = 8;

/** Where a key moves the focus in a list of `count` rows, from the row `from`; none when the key does not move it. */
export function moveBy(key: string, from: number, count: number): number | null {
  if (count === 0) return null;
  const to = destination(key, from, count);
  return to === null ? null : Math.min(count - 1, Math.max(0, to));
}

function destination(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return from + 1;
    case 'ArrowUp':
      return from - 1;
    case 'PageDown':
      return from + page;
    case 'PageUp':
      return from - page;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
