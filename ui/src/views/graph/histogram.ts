// How many memories there are over time, as bars: hours, days, months, whatever is fine enough and not too many. Pure; the calendar
// is the reader's own.

export const spans = ['minute', 'hour', 'day', 'week', 'month', 'year', 'decade', 'century'] as const;
export type SpanOfTime = (typeof spans)[number];

export interface Slot {
  /** From this time on and before that one, in milliseconds since 1970, UTC. */
  from: number;
  to: number;
  /** 0 for a whole pause, however long it was. */
  count: number;
  span: SpanOfTime;
}

/** A pause of more than this part of the whole time has bars of their own spans before it and after it. */
const APART = 0.4;
/** So many bars each part has at least. */
const PART_AT_LEAST = 10;

/**
 * The bars of times that are in their order, about `most` of them: of the shortest span that makes no more. A past that lies a century
 * back is counted in years while the last weeks are counted in days.
 */
export function histogramOf(times: ArrayLike<number>, most: number): Slot[] {
  const parts = partsOf(Array.from(times));
  const slots: Slot[] = [];
  for (const part of parts) {
    const share = Math.max(PART_AT_LEAST, Math.round((most * part.length) / Math.max(1, times.length)));
    const own = barsOf(part, share);
    const [last, first] = [slots.at(-1), own[0]];
    if (last && first && first.from > last.to)
      slots.push({ from: last.to, to: first.from, count: 0, span: first.span });
    // A coarse span may reach into the next part.
    if (last && first) last.to = Math.min(last.to, first.from);
    slots.push(...own);
  }
  return slots;
}

function partsOf(times: number[]): number[][] {
  const whole = times.at(-1)! - times[0]!;
  let [longest, at] = [0, 0];
  for (let index = 1; index < times.length; index++) {
    const pause = times[index]! - times[index - 1]!;
    if (pause > longest) [longest, at] = [pause, index];
  }
  const [before, after] = [times.slice(0, at), times.slice(at)];
  if (longest <= APART * whole || before.length < PART_AT_LEAST || after.length < PART_AT_LEAST) return [times];
  return [before, after];
}

function barsOf(times: readonly number[], most: number): Slot[] {
  for (const span of spans) {
    const slots = slotsOf(times, span, most);
    if (slots) return slots;
  }
  return slotsOf(times, 'century', Infinity)!;
}

function slotsOf(times: readonly number[], span: SpanOfTime, most: number): Slot[] | null {
  const slots: Slot[] = [];
  for (let index = 0; index < times.length; index++) {
    const at = times[index]!;
    const last = slots.at(-1);
    if (last && at < last.to) {
      last.count++;
      continue;
    }
    const from = beginOf(at, span);
    if (last && from > last.to) slots.push({ from: last.to, to: from, count: 0, span });
    slots.push({ from, to: endOf(from, span), count: 1, span });
    if (slots.length > most) return null;
  }
  return slots;
}

function beginOf(at: number, span: SpanOfTime): number {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (span) {
    case 'minute':
      return date.setSeconds(0, 0);
    case 'hour':
      return date.setMinutes(0, 0, 0);
    case 'day':
      return midnight(year, month, day);
    case 'week':
      return midnight(year, month, day - ((date.getDay() + 6) % 7));
    case 'month':
      return midnight(year, month, 1);
    case 'year':
      return midnight(year, 0, 1);
    case 'decade':
      return midnight(Math.floor(year / 10) * 10, 0, 1);
    case 'century':
      return midnight(Math.floor(year / 100) * 100, 0, 1);
  }
}

function endOf(from: number, span: SpanOfTime): number {
  const date = new Date(from);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  switch (span) {
    case 'minute':
      return from + 60_000;
    case 'hour':
      return from + 3_600_000;
    case 'day':
      return midnight(year, month, day + 1);
    case 'week':
      return midnight(year, month, day + 7);
    case 'month':
      return midnight(year, month + 1, 1);
    case 'year':
      return midnight(year + 1, 0, 1);
    case 'decade':
      return midnight(year + 10, 0, 1);
    case 'century':
      return midnight(year + 100, 0, 1);
  }
}

/** Years before 100 are meant as they are, not as those of the last century. */
function midnight(year: number, month: number, day: number): number {
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month, day);
  return date.setHours(0, 0, 0, 0);
}
