import type { Phrase } from './phrase';

/** Looking for what was said. */
export const findingEn = {
  saidTitle: 'What was said',
  saidWith: 'With {name}',
  saidSearching: 'Looking through what was said.',
  saidCount: { one: '{count} message found', other: '{count} messages found' },
  saidMore: 'There are more. Another word narrows the search.',
  saidNothing: 'Nobody said that.',
  saidBy: '{name}, {time}',
  saidGone: 'A character that is not there any more',

  find: 'Search in this conversation',
  findPlace: '{at} of {count}',
  findPlaceOfMany: '{at} of the first {count}',
  findNothing: 'Not said here',
  findPrevious: 'Earlier one (Enter)',
  findNext: 'Later one (Shift+Enter)',
  findClose: 'End the search (Esc)',
  backToLatest: 'Back to the latest',
} as const satisfies Record<string, Phrase>;
