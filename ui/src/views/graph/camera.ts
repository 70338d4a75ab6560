// The window onto a picture: which part of it is seen, and how large. Pure sums.

export interface Size {
  width: number;
  height: number;
}

/** A part of the picture, in its own units. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Camera {
  /** What stands in the middle of the window. */
  x: number;
  y: number;
  /** Pixels for one unit of the picture, along each axis. Time and height are different things, so the two may differ. */
  zoomX: number;
  zoomY: number;
  /** -1 where time runs from right to left. */
  way: 1 | -1;
}

export type Point = { x: number; y: number };

/** One axis is stretched at most so much more than the other. */
const STRETCH = 2.6;
/** A single memory is not blown up beyond this, in pixels for one unit. */
const NEAREST = 130;

/** The box around all places. */
export function boxOf(x: Float32Array, y: Float32Array): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let index = 0; index < x.length; index++) {
    box.left = Math.min(box.left, x[index]!);
    box.right = Math.max(box.right, x[index]!);
    box.top = Math.min(box.top, y[index]!);
    box.bottom = Math.max(box.bottom, y[index]!);
  }
  return x.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : box;
}

/** A window that shows a whole box, with a margin in pixels: at the sides, above and below. */
export function fitting(
  box: Box,
  { width, height }: Size,
  margin: { side: number; top: number; bottom: number },
  way: 1 | -1,
): Camera {
  const across = Math.max(20, width - 2 * margin.side);
  const down = Math.max(20, height - margin.top - margin.bottom);
  let zoomX = Math.min(NEAREST, across / Math.max(1e-6, box.right - box.left));
  let zoomY = Math.min(NEAREST, down / Math.max(1e-6, box.bottom - box.top));
  zoomX = Math.min(zoomX, zoomY * STRETCH);
  zoomY = Math.min(zoomY, zoomX * STRETCH);
  const middle = (box.top + box.bottom) / 2;
  return { x: (box.left + box.right) / 2, y: middle + (margin.bottom - margin.top) / 2 / zoomY, zoomX, zoomY, way };
}

export function toWindow(camera: Camera, { width, height }: Size, { x, y }: Point): Point {
  return {
    x: width / 2 + camera.way * (x - camera.x) * camera.zoomX,
    y: height / 2 + (y - camera.y) * camera.zoomY,
  };
}

export function fromWindow(camera: Camera, { width, height }: Size, { x, y }: Point): Point {
  return {
    x: camera.x + (camera.way * (x - width / 2)) / camera.zoomX,
    y: camera.y + (y - height / 2) / camera.zoomY,
  };
}

/** The window after what it shows was dragged by so many pixels. */
export function dragged(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - (camera.way * dx) / camera.zoomX, y: camera.y - dy / camera.zoomY };
}

/** The window after everything grew by a factor, with the point under `at` (in pixels) where it was. */
export function zoomedAt(camera: Camera, size: Size, at: Point, factor: number, whole: Camera): Camera {
  const least = 0.5 * Math.min(whole.zoomX, whole.zoomY);
  const most = Math.max(NEAREST * 1.5, 2 * Math.max(whole.zoomX, whole.zoomY));
  const [low, high] = [Math.min(camera.zoomX, camera.zoomY), Math.max(camera.zoomX, camera.zoomY)];
  const allowed = Math.min(Math.max(factor, least / low), most / high);
  const before = fromWindow(camera, size, at);
  const zoomed = { ...camera, zoomX: camera.zoomX * allowed, zoomY: camera.zoomY * allowed };
  const after = fromWindow(zoomed, size, at);
  return { ...zoomed, x: zoomed.x + before.x - after.x, y: zoomed.y + before.y - after.y };
}

/** The window so that it shows a point well within its edges; the same one when it does already. */
export function showing(camera: Camera, size: Size, point: Point, margin: number): Camera {
  const { x, y } = toWindow(camera, size, point);
  const within = (at: number, end: number) => at >= margin && at <= end - margin;
  return within(x, size.width) && within(y, size.height) ? camera : { ...camera, x: point.x, y: point.y };
}

/** Between two windows; `part` from 0 to 1. Sizes go by proportion, so that a way in or out is even. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const straight = (one: number, other: number) => one + (other - one) * part;
  const even = (one: number, other: number) => one * (other / one) ** part;
  return {
    x: straight(from.x, to.x),
    y: straight(from.y, to.y),
    zoomX: even(from.zoomX, to.zoomX),
    zoomY: even(from.zoomY, to.zoomY),
    way: to.way,
  };
}

/** By how much the area of things is larger than in another window. */
export function nearer(camera: Camera, than: Camera): number {
  return (camera.zoomX * camera.zoomY) / (than.zoomX * than.zoomY);
}

/** The radius of a usual memory in pixels. */
export function radiusOf(camera: Camera): number {
  return Math.min(9, Math.max(1.7, 0.3 * Math.sqrt(camera.zoomX * camera.zoomY)));
}

/** The memory under a point of the window, within `reach` pixels; among several those that are lit come first, then the nearest. */
export function nearest(
  camera: Camera,
  size: Size,
  at: Point,
  reach: number,
  places: { x: Float32Array; y: Float32Array },
  mask: Uint8Array,
): number | null {
  const point = fromWindow(camera, size, at);
  let best: number | null = null;
  let least = Infinity;
  for (let index = 0; index < places.x.length; index++) {
    const dx = (places.x[index]! - point.x) * camera.zoomX;
    const dy = (places.y[index]! - point.y) * camera.zoomY;
    const square = dx * dx + dy * dy;
    if (square > reach * reach) continue;
    const rank = square + (mask[index] ? 0 : 1e9);
    if (rank < least) [best, least] = [index, rank];
  }
  return best;
}
