import { describe, expect, it } from 'vitest';
import { lastTalked, leadWords, spokenAt, tickWords } from './times';

const now = new Date(2026, 10, 30, 0, 30).getTime();
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).getTime();

describe('when a character was last talked with', () => {
  const check = (time: number, language: string) => lastTalked(time, now, language);

  it('is the clock today, by the reader’s own midnight', () => {
    expect(check(at(2026, 10, 30, 0, 5), 'tr')).toBe('00:05');
    expect(check(at(2026, 10, 29, 23, 55), 'tr')).toBe('Paz');
  });

  it('is the weekday for six days, then the date', () => {
    expect(check(at(2026, 10, 24, 12, 0), 'tr')).toBe('Sal');
    expect(check(at(2026, 10, 23, 12, 0), 'tr')).toBe('23 Kas');
  });

  it('has the year when it is another one', () => {
    expect(check(at(2025, 11, 31, 12, 0), 'tr')).toBe('31 Ara 2025');
  });

  it('is a date when the clock was ahead', () => {
    expect(check(at(2026, 11, 5, 12, 0), 'tr')).toBe('5 Ara');
  });
});

describe('when something was said', () => {
  it('names the day before the clock', () => {
    expect(spokenAt(at(2026, 10, 30, 0, 5), now, 'tr')).toBe('00:05');
    expect(spokenAt(at(2026, 10, 29, 21, 12), now, 'tr')).toBe('dün, 21:12');
    expect(spokenAt(at(2026, 10, 26, 21, 12), now, 'tr')).toBe('Perşembe, 21:12');
    expect(spokenAt(at(2026, 9, 1, 9, 7), now, 'tr')).toBe('1 Eki, 09:07');
  });
});

describe('what stands on an axis of time', () => {
  const time = at(2026, 10, 30, 20, 15);

  it('is the clock for a part of a day, with the day before it', () => {
    expect(tickWords(time, 'quarter', 'tr')).toBe('20:15');
    expect(leadWords(time, 'day', 'tr')).toBe('30 Kas 2026');
  });

  it.each([
    ['year', '2026'],
    ['month', 'Kas 2026'],
    ['minute', '30 Kas 2026 20:15'],
  ] as const)('begins as exactly as is needed: %s', (within, words) => {
    expect(leadWords(time, within, 'tr')).toBe(words);
  });
});
