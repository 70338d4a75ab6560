import type { Key } from '../../i18n/index.svelte';

/** The parts of the sheet, in their order. */
export const parts = ['who', 'manner', 'world', 'words'] as const;
export type Part = (typeof parts)[number];

export const partNames: Record<Part, Key> = {
  who: 'editWho',
  manner: 'editManner',
  world: 'editWorld',
  words: 'editWords',
};

/** The fields that are one text. */
export const texts = {
  description: 'editDescription',
  role: 'editRole',
  background: 'editBackground',
  formality: 'editFormality',
  sentence_style: 'editSentences',
  directions: 'editDirections',
  universe: 'editUniverse',
  setting: 'editSetting',
  world: 'editWorldText',
  greeting: 'editGreeting',
} as const satisfies Record<string, Key>;

/** What one item of a list is called, by its place. */
export const items = { personality: 'editTrait', greetings: 'editGreetingPlace' } as const satisfies Record<
  string,
  Key
>;

/** The fields that say yes, no or nothing. */
export const flags = [
  { name: 'uses_humor', label: 'editHumor' },
  { name: 'uses_rhetorical_questions', label: 'editQuestions' },
  { name: 'avoids_excessive_enthusiasm', label: 'editCalm' },
] as const satisfies readonly { name: string; label: Key }[];
