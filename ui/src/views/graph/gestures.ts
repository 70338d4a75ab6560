// Pointers, wheel and keys over the picture, as what they mean: drag, zoom, point at, pick.
import type { Point } from './camera';

export interface Gestures {
  ondrag: (dx: number, dy: number) => void;
  onzoom: (at: Point, factor: number) => void;
  onpoint: (at: Point | null) => void;
  onpick: (at: Point) => void;
}

/** A pointer that moved less, in pixels, has not dragged. */
const STILL = 5;
/** How much one notch of a wheel enlarges. */
const NOTCH = 1.0018;
/** How much two taps in quick succession enlarge. */
const TWICE = 2;

/** Listens on an element until the answer is called. With `quiet` the wheel alone is left to what scrolls around it. */
export function listen(element: HTMLElement, gestures: Gestures, quiet: boolean): () => void {
  const pointers = new Map<number, Point>();
  let moved = 0;

  const at = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    if (pointers.size === 1) moved = 0;
  };
  const move = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId);
    const now = at(event);
    if (!before) {
      if (event.pointerType !== 'touch') gestures.onpoint(now);
      return;
    }
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (!other) {
      if (moved >= STILL) gestures.ondrag(now.x - before.x, now.y - before.y);
      return;
    }
    const middle = (point: Point) => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    const apart = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    gestures.ondrag(middle(now).x - middle(before).x, middle(now).y - middle(before).y);
    gestures.onzoom(middle(now), apart(now) / apart(before));
  };
  const up = (event: PointerEvent) => {
    const alone = pointers.size === 1;
    if (!pointers.delete(event.pointerId)) return;
    if (event.type === 'pointerup' && alone && moved < STILL) gestures.onpick(at(event));
  };
  const wheel = (event: WheelEvent) => {
    if (quiet && !event.ctrlKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    gestures.onzoom(at(event), NOTCH ** (-event.deltaY * lines * (event.ctrlKey ? 4 : 1)));
  };
  const twice = (event: MouseEvent) => gestures.onzoom(at(event), TWICE);
  const left = () => gestures.onpoint(null);

  const end = new AbortController();
  const { signal } = end;
  element.addEventListener('pointerdown', down, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', up, { signal });
  element.addEventListener('pointercancel', up, { signal });
  element.addEventListener('pointerleave', left, { signal });
  element.addEventListener('dblclick', twice, { signal });
  element.addEventListener('wheel', wheel, { signal, passive: false });
  return () => end.abort();
}

/** What a key does to the picture: a drag in pixels or a factor; none for any other key. */
export function keyed(event: KeyboardEvent): { dx: number; dy: number } | { factor: number } | 'whole' | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const step = 60;
  switch (event.key) {
    case 'ArrowLeft':
      return { dx: step, dy: 0 };
    case 'ArrowRight':
      return { dx: -step, dy: 0 };
    case 'ArrowUp':
      return { dx: 0, dy: step };
    case 'ArrowDown':
      return { dx: 0, dy: -step };
    case '+':
    case '=':
      return { factor: 1.4 };
    case '-':
      return { factor: 1 / 1.4 };
    case '0':
      return 'whole';
    default:
      return null;
  }
}
