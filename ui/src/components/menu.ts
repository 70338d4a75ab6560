/** The item of a menu that a key moves to, from the item `at` of `count`; null when the key moves nowhere. */
export function nextItem(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** Room between a menu and its button, and between it and the window's edge, in pixels. */
const GAP = 4;

/**
 * Puts a menu below its button, or above where there is more room, with their ends in one line where the window allows it. Both
 * are measured as they stand in the window.
 */
export function placeBeside(button: HTMLElement, menu: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = innerHeight - box.bottom;
  const top = below >= height + 2 * GAP || below >= box.top ? box.bottom + GAP : box.top - GAP - height;
  const rightToLeft = getComputedStyle(button).direction === 'rtl';
  const left = rightToLeft ? box.left : box.right - width;
  menu.style.top = `${Math.max(GAP, top)}px`;
  menu.style.left = `${Math.max(GAP, Math.min(left, innerWidth - width - GAP))}px`;
}
