import type { Phrase } from './phrase';

/** How a character stands toward the persona: a phrase for each level of each axis, in which nobody's sex is assumed. */
export const relationshipEn = {
  relationship: 'Relationship',
  relationshipLead:
    'How {name} sees you here. It follows what is said: an edit or another reply takes back what came from the former words.',
  axisTrust: 'Trust',
  axisFamiliarity: 'Familiarity',
  axisRomance: 'Romantic closeness',
  axisAttraction: 'Attraction',

  trustLowest: 'Believes nothing you say',
  trustLower: 'Looks for a motive behind your every word',
  trustLow: 'Is on guard with you',
  trustEven: 'Has an open mind about you',
  trustHigh: 'Believes what you say, not yet what you leave out',
  trustHigher: 'Relies on your word',
  trustHighest: 'Would trust you with anything',

  familiarityEven: 'Hardly knows you yet',
  familiarityHigh: 'Begins to know your ways',
  familiarityHigher: 'Knows your step on the stairs',
  familiarityHighest: 'Knows what you are about to say',

  romanceLowest: 'Wants nothing of the kind, and lets you feel it',
  romanceLower: 'Draws back when you come too near',
  romanceLow: 'Keeps a polite distance',
  romanceEven: 'Has not thought of you in that way',
  romanceHigh: 'Lingers a little when you leave',
  romanceHigher: 'Is happier where you are',
  romanceHighest: 'Loves you',

  attractionLowest: 'Is repelled by you',
  attractionLower: 'Does not want to be touched by you',
  attractionLow: 'Feels no pull toward you',
  attractionEven: 'Has not looked at you in that way',
  attractionHigh: 'Looks at you a moment too long',
  attractionHigher: 'Is drawn to you',
  attractionHighest: 'Can think of little else when you are near',

  axisNothing: 'Nothing has moved it yet.',
  axisOff: 'Off. {name} does not develop in this direction.',
  axisLocked: 'Locked: it stays as it is.',
  axisLock: 'Lock: {axis}',
  axisUnlock: 'Unlock: {axis}',
  axisReset: 'Begin anew: {axis}',
  axisHistory: 'How it came to this',
  axisGrewMuch: 'grew',
  axisGrew: 'grew a little',
  axisWaned: 'waned a little',
  axisWanedMuch: 'waned',

  axisWasLocked: '{axis} is locked.',
  axisWasUnlocked: '{axis} is not locked any more.',
  axisWasReset: '{axis} begins anew.',
  axisResetTitle: 'Begin anew with this: {axis}?',
  axisResetText:
    'Every development of it in this conversation is deleted, and it stands as at the first meeting. The page stays as it is.',
  axisResetDo: 'Begin anew',
  axisOffTitle: 'Switch this off: {axis}?',
  axisOffText: 'Every development of it is deleted, in all conversations with {name}. The pages stay as they are.',
  axisOffDo: 'Switch off',
} as const satisfies Record<string, Phrase>;
