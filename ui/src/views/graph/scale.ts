// Where times stand from left to right. Time is not even in a story: an evening holds a hundred memories and the next month none. So
// every memory takes the same room, and a pause before it some more, by the logarithm of its length. Pure.

const HOUR = 3_600_000;
/** How much of the width pauses take altogether, and the longest one at most. */
const PAUSES = 0.36;
const PAUSE_AT_MOST = 0.14;

/** The place of each time, from 0 to `width`. The times are in their order. */
export function timePlaces(times: ArrayLike<number>, width: number): Float32Array {
  const count = times.length;
  const places = new Float32Array(count);
  if (count < 2) return places.fill(width / 2);
  const pauses = new Float64Array(count);
  let sum = 0;
  let longest = 0;
  for (let index = 1; index < count; index++) {
    const pause = Math.log2(1 + Math.max(0, times[index]! - times[index - 1]!) / HOUR);
    pauses[index] = pause;
    sum += pause;
    longest = Math.max(longest, pause);
  }
  const steps = count - 1;
  // As a share of the room that the memories take.
  const wanted = (PAUSES / (1 - PAUSES)) * steps;
  const most = (PAUSE_AT_MOST / (1 - PAUSES)) * steps;
  const factor = sum === 0 ? 0 : Math.min(wanted / sum, most / longest);
  const whole = steps + factor * sum;
  let at = 0;
  for (let index = 1; index < count; index++) {
    at += 1 + factor * pauses[index]!;
    places[index] = (at / whole) * width;
  }
  return places;
}

/** The units that a tick can begin, the largest first. */
export const units = ['year', 'month', 'day', 'hour'] as const;
export type Unit = (typeof units)[number];

/** For each time the largest unit that begins between it and the one before, as an index into `units`; `units.length` for none. */
export function beginnings(times: ArrayLike<number>): Uint8Array {
  const result = new Uint8Array(times.length);
  let before: number[] | null = null;
  for (let index = 0; index < times.length; index++) {
    const date = new Date(times[index]!);
    const parts = [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours()];
    const first = before === null ? 0 : parts.findIndex((part, unit) => part !== before![unit]);
    result[index] = first === -1 ? units.length : first;
    before = parts;
  }
  return result;
}

/** A mark on the axis of time. */
export interface Tick {
  /** In pixels from the left. */
  x: number;
  at: number;
  unit: Unit;
}

/**
 * The marks of what is in sight: the beginnings of large units first, then of smaller ones as far as there is room for their words.
 * `placeOf` gives the pixel of a memory, not necessarily in order.
 */
export function ticks(
  times: ArrayLike<number>,
  begins: Uint8Array,
  placeOf: (index: number) => number,
  width: number,
  apart: number,
): Tick[] {
  const result: Tick[] = [];
  for (let unit = 0; unit < units.length; unit++) {
    for (let index = 0; index < times.length; index++) {
      if (begins[index] !== unit) continue;
      const x = placeOf(index);
      if (x < apart / 2 || x > width - apart / 2) continue;
      if (result.some((tick) => Math.abs(tick.x - x) < apart)) continue;
      result.push({ x, at: times[index]!, unit: units[unit]! });
      if (result.length * apart > width) return result;
    }
  }
  return result;
}
