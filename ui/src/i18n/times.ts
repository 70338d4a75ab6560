const day = 86_400_000;

/** When a character was last talked with, short enough for a list: the clock today, the weekday within a week, the date before
    that, with the year when it is another one. Both times are milliseconds since 1970, UTC; a time ahead of `now` (a clock that was
    wrong) is shown as a date. */
export function lastTalked(at: number, now: number, language: string): string {
  const days = daysBetween(at, now);
  if (days === 0) return clock(at, language);
  if (days > 0 && days < 7) return format(at, language, { weekday: 'short' });
  return shortDate(at, now, language);
}

/** When something was said, for the head of a turn: the clock today, with the day's name before it within a week, else with the
    date. Parameters as in `lastTalked`. */
export function spokenAt(at: number, now: number, language: string): string {
  const days = daysBetween(at, now);
  if (days === 0) return clock(at, language);
  return `${dayBefore(days, at, now, language)}, ${clock(at, language)}`;
}

/** Hour and minute as the language writes them. */
export function clock(at: number, language: string): string {
  return format(at, language, { timeStyle: 'short' });
}

/** Day and time in full, for what is read on demand. */
export function fullTime(at: number, language: string): string {
  return format(at, language, { dateStyle: 'full', timeStyle: 'short' });
}

/** The name of a year, month or day that begins, short enough for an axis; of less than a day, the clock. */
export function tickWords(
  at: number,
  unit: 'year' | 'month' | 'day' | 'hour' | 'quarter' | 'minute',
  language: string,
): string {
  switch (unit) {
    case 'year':
      return format(at, language, { year: 'numeric' });
    case 'month':
      return format(at, language, { month: 'long' });
    case 'day':
      return format(at, language, { day: 'numeric', month: 'short' });
    default:
      return clock(at, language);
  }
}

/** The time that an axis begins with, as exactly as what stands on the axis leaves it open. */
export function leadWords(at: number, within: 'year' | 'month' | 'day' | 'minute', language: string): string {
  switch (within) {
    case 'year':
      return format(at, language, { year: 'numeric' });
    case 'month':
      return format(at, language, { month: 'short', year: 'numeric' });
    case 'day':
      return format(at, language, { dateStyle: 'medium' });
    case 'minute':
      return format(at, language, { dateStyle: 'medium', timeStyle: 'short' });
  }
}

/** When something happened, as exactly as a span of time is long: with the clock for minutes and hours, the year alone for decades. */
export function momentWords(
  at: number,
  span: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'decade' | 'century',
  language: string,
): string {
  switch (span) {
    case 'minute':
    case 'hour':
      return format(at, language, { dateStyle: 'medium', timeStyle: 'short' });
    case 'day':
    case 'week':
      return format(at, language, { dateStyle: 'medium' });
    case 'month':
      return format(at, language, { year: 'numeric', month: 'long' });
    default:
      return format(at, language, { year: 'numeric' });
  }
}

function dayBefore(days: number, at: number, now: number, language: string): string {
  if (days === 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day');
  if (days > 1 && days < 7) return format(at, language, { weekday: 'long' });
  return shortDate(at, now, language);
}

function shortDate(at: number, now: number, language: string): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return format(at, language, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** Whole calendar days, by the reader's own midnight; a day of a clock change counts as one. */
function daysBetween(at: number, now: number): number {
  return Math.round((midnight(now) - midnight(at)) / day);
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow and a list asks for hundreds, so each is made once. English is written as in Britain: 24 hours, day
    before month. */
function format(at: number, language: string, options: Intl.DateTimeFormatOptions): string {
  const key = language + JSON.stringify(options);
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(language === 'en' ? englishTimes() : language, options);
    formats.set(key, made);
  }
  return made.format(at);
}

/** The reader's own English (a system in the United States keeps its clock), British English elsewhere. */
function englishTimes(): string {
  const own = typeof navigator === 'undefined' ? undefined : navigator.languages.find((tag) => tag.startsWith('en-'));
  return own ?? 'en-GB';
}
