// Where the rows of a long list stand, of which only the visible ones are in the page. Pure sums; pixels throughout.

/** The place that must not move: a row, and how far the window's upper edge is below that row's own; negative when it is above. */
export interface Anchor {
  key: string;
  into: number;
}

/** The upper edge of every row, and last the lower edge of them all. */
export function edges(keys: readonly string[], heightOf: (key: string, index: number) => number): Float64Array {
  const result = new Float64Array(keys.length + 1);
  keys.forEach((key, index) => {
    result[index + 1] = result[index]! + heightOf(key, index);
  });
  return result;
}

/** The row at a height: the last one whose upper edge is not below it; 0 for an empty list. */
export function rowAt(rowEdges: Float64Array, height: number): number {
  let low = 0;
  let high = Math.max(0, rowEdges.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rowEdges[middle]! <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows from `start` up to but without `end` that touch the window, and as many pixels beyond it as asked for. */
export function rowsWithin(
  rowEdges: Float64Array,
  top: number,
  height: number,
  beyond: number,
): { start: number; end: number } {
  const rows = rowEdges.length - 1;
  if (rows <= 0) return { start: 0, end: 0 };
  return { start: rowAt(rowEdges, top - beyond), end: rowAt(rowEdges, top + height + beyond) + 1 };
}

/**
 * What to hold on to: the first row that begins inside the window, so that whatever happens above it, also in a row that is half
 * out of sight, moves nothing; else the row that fills the window.
 */
export function anchorAt(keys: readonly string[], rowEdges: Float64Array, top: number, height: number): Anchor | null {
  const at = rowAt(rowEdges, top);
  const next = at + 1;
  const row = rowEdges[at]! < top && next < keys.length && rowEdges[next]! < top + height ? next : at;
  const key = keys[row];
  return key === undefined ? null : { key, into: top - rowEdges[row]! };
}

/** Where the window must stand so that the anchor is where it was; null when its row is gone. */
export function topFor(anchor: Anchor, keys: readonly string[], rowEdges: Float64Array): number | null {
  const row = keys.indexOf(anchor.key);
  return row === -1 ? null : rowEdges[row]! + anchor.into;
}

/** A guess at a row's height before it was ever drawn, from its length in characters: a head, a foot, lines of the page. */
export function guessedHeight(characters: number): number {
  return 68 + 27 * Math.max(1, Math.ceil(characters / 60));
}
