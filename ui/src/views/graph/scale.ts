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
export const units = ['year', 'month', 'day', 'hour', 'quarter', 'minute'] as const;
export type Unit = (typeof units)[number];

/** For each time the largest unit that begins between it and the one before, as an index into `units`; `units.length` for none, and
    for the first, which has none before it. */
export function beginnings(times: ArrayLike<number>): Uint8Array {
  const result = new Uint8Array(times.length);
  let before: number[] | null = null;
  for (let index = 0; index < times.length; index++) {
    const parts = partsOf(times[index]!);
    const first = before === null ? -1 : parts.findIndex((part, unit) => part !== before![unit]);
    result[index] = first === -1 ? units.length : first;
    before = parts;
  }
  return result;
}

function partsOf(time: number): number[] {
  const date = new Date(time);
  const minutes = date.getMinutes();
  return [date.getFullYear(), date.getMonth(), date.getDate(), date.getHours(), Math.floor(minutes / 15), minutes];
}

/** A mark on the axis of time. */
export interface Tick {
  /** In pixels from the left. */
  x: number;
  at: number;
  unit: Unit;
}

/** What the axis says: marks, and at its beginning what they lie in, so that a clock or a day alone never stands there. */
export interface Axis {
  lead: { at: number; within: Within } | null;
  ticks: Tick[];
}

/** How exactly the beginning of an axis is told: the year, the month of a year, the day, or the minute of a day. */
export type Within = 'year' | 'month' | 'day' | 'minute';

/** Room in pixels: of the window, between two marks, and for what stands at the beginning, on the side where time begins. */
export interface AxisRoom {
  width: number;
  apart: number;
  lead: number;
  fromRight: boolean;
}

/** Half of a mark's words, in pixels: so far from an end they are not cut. */
const HALF = 28;

/**
 * The marks of what is in sight: the beginnings of large units first, then of smaller ones as far as there is room for their words,
 * but no clock among years. `placeOf` gives the pixel of a memory, not necessarily in order.
 */
export function axisOf(
  times: ArrayLike<number>,
  begins: Uint8Array,
  placeOf: (index: number) => number,
  room: AxisRoom,
): Axis {
  const first = firstInSight(times.length, placeOf, room.width);
  if (first === null) return { lead: null, ticks: [] };
  const ticks = ticksOf(times, begins, placeOf, room);
  const finest = Math.max(-1, ...ticks.map(({ unit }) => grain(units.indexOf(unit))));
  return { lead: { at: times[first]!, within: leads[finest] ?? 'minute' }, ticks };
}

/** What the marks of years, months, days and clocks lie in; without a mark everything in sight is of one minute. */
const leads: readonly Within[] = ['year', 'year', 'month', 'day'];

/** Years, months, days, and clocks of any kind. */
const grain = (unit: number) => Math.min(unit, 3);

function firstInSight(count: number, placeOf: (index: number) => number, width: number): number | null {
  for (let index = 0; index < count; index++) {
    const x = placeOf(index);
    if (x >= 0 && x <= width) return index;
  }
  return null;
}

function ticksOf(
  times: ArrayLike<number>,
  begins: Uint8Array,
  placeOf: (index: number) => number,
  { width, apart, lead, fromRight }: AxisRoom,
): Tick[] {
  const result: Tick[] = [];
  let coarsest = Infinity;
  const [left, right] = fromRight ? [HALF, width - lead - HALF] : [lead + HALF, width - HALF];
  for (let unit = 0; unit < units.length; unit++) {
    if (grain(unit) === 3 && coarsest < 2) break;
    for (let index = 0; index < times.length; index++) {
      if (begins[index] !== unit) continue;
      const x = placeOf(index);
      if (x < left || x > right || result.some((tick) => Math.abs(tick.x - x) < apart)) continue;
      result.push({ x, at: times[index]!, unit: units[unit]! });
      coarsest = Math.min(coarsest, unit);
    }
  }
  return result;
}
