// Where the communities of a graph flow, from the oldest memory to the newest: each a stream as wide as it has memories at a time, the
// largest in the middle, the others above and below where there is room. Pure.

/** How much more room a stream takes than its memories need. */
const SLACK = 1.2;
/** Between two streams, in places of a memory. */
const BETWEEN = 1.2;
/** A community that is smaller has no stream of its own. */
const SMALLEST = 3;

export interface Streams {
  /** For each memory the middle of its stream there, and half of the stream's height; 0 for those outside of any. */
  middle: Float32Array;
  half: Float32Array;
  /** From the uppermost stream to the lowest. */
  height: number;
}

/** `x` are the places in time from 0 to `width`, in units of the room that one memory takes. */
export function streams(x: Float32Array, communities: ArrayLike<number>, width: number): Streams {
  const count = x.length;
  const bins = Math.max(1, Math.min(64, Math.round(Math.sqrt(count) * 1.5)));
  const binOf = (index: number) => Math.min(bins - 1, Math.floor((x[index]! / Math.max(width, 1e-6)) * bins));
  const members = new Map<number, number[]>();
  for (let index = 0; index < count; index++) {
    const list = members.get(communities[index]!);
    if (list) list.push(index);
    else members.set(communities[index]!, [index]);
  }
  const above = new Float32Array(bins);
  const below = new Float32Array(bins);
  const result: Streams = { middle: new Float32Array(count), half: new Float32Array(count), height: 1 };
  const bySize = [...members.values()]
    .filter(({ length }) => length >= SMALLEST)
    .sort((one, other) => other.length - one.length);
  bySize.forEach((list, order) => {
    const heights = heightsOf(list, binOf, bins, width / bins);
    const base = order === 0 ? null : place(heights, above, below);
    if (order === 0) settleFirst(heights, above, below);
    for (const index of list) {
      const height = heights[binOf(index)]!;
      result.half[index] = height / 2;
      result.middle[index] = base === null ? 0 : base.side * (base.from + height / 2);
    }
  });
  // Nothing lies beyond the outermost streams, so there is nothing to keep away from.
  result.height = Math.max(1, Math.max(...above) + Math.max(...below) - 2 * BETWEEN);
  return result;
}

/** How high a stream is in each stretch of time: enough for its memories there, and never less than it is nearby. */
function heightsOf(list: number[], binOf: (index: number) => number, bins: number, binWidth: number): Float32Array {
  const counts = new Float32Array(bins);
  for (const index of list) counts[binOf(index)]!++;
  const heights = new Float32Array(bins);
  for (let bin = 0; bin < bins; bin++) {
    const [before, here, after] = [counts[bin - 1] ?? 0, counts[bin]!, counts[bin + 1] ?? 0];
    const smooth = Math.max(here, (before + 2 * here + after) / 4);
    heights[bin] = smooth === 0 ? 0 : Math.max(1, (SLACK * smooth) / binWidth);
  }
  return heights;
}

function settleFirst(heights: Float32Array, above: Float32Array, below: Float32Array): void {
  heights.forEach((height, bin) => {
    if (height > 0) above[bin] = below[bin] = height / 2 + BETWEEN;
  });
}

/** Puts a stream on the side where it comes nearer to the middle. */
function place(heights: Float32Array, above: Float32Array, below: Float32Array): { side: 1 | -1; from: number } {
  const from = (taken: Float32Array) => heights.reduce((most, height, bin) => Math.max(most, height && taken[bin]!), 0);
  const [up, down] = [from(above), from(below)];
  const [side, taken, start] = up <= down ? ([1, above, up] as const) : ([-1, below, down] as const);
  heights.forEach((height, bin) => {
    if (height > 0) taken[bin] = start + height + BETWEEN;
  });
  return { side, from: start };
}
