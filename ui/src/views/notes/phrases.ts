// Levels of the relationship in words. They are never shown as numbers.
import type { Axis } from '../../api/generated/Axis';
import type { Key } from '../../i18n/index.svelte';

export const axisNames: Record<Axis, Key> = {
  trust: 'axisTrust',
  familiarity: 'axisFamiliarity',
  romance: 'axisRomance',
  attraction: 'axisAttraction',
};

/** The phrases from the lowest level to the highest. */
const phrases: Record<Axis, readonly Key[]> = {
  trust: ['trustLowest', 'trustLower', 'trustLow', 'trustEven', 'trustHigh', 'trustHigher', 'trustHighest'],
  // Nobody can be known less than not at all.
  familiarity: ['familiarityEven', 'familiarityHigh', 'familiarityHigher', 'familiarityHighest'],
  romance: [
    'romanceLowest',
    'romanceLower',
    'romanceLow',
    'romanceEven',
    'romanceHigh',
    'romanceHigher',
    'romanceHighest',
  ],
  attraction: [
    'attractionLowest',
    'attractionLower',
    'attractionLow',
    'attractionEven',
    'attractionHigh',
    'attractionHigher',
    'attractionHighest',
  ],
};

/** Levels go from -3 to here. */
const HIGHEST = 3;

/** The phrase for a level of an axis, from -3 to 3. */
export function phraseOf(axis: Axis, level: number): Key {
  const all = phrases[axis];
  const at = all.length - 1 - HIGHEST + level;
  return all[Math.min(Math.max(at, 0), all.length - 1)]!;
}

/** The words for a development: from -2 to 2, never 0. */
export function changeOf(change: number): Key {
  if (change > 0) return change > 1 ? 'axisGrewMuch' : 'axisGrew';
  return change < -1 ? 'axisWanedMuch' : 'axisWaned';
}

/** Whether an axis takes part only when the reader has switched it on. */
export function isOptional(axis: Axis): boolean {
  return axis === 'romance' || axis === 'attraction';
}
