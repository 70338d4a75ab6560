// For tests: a character of the reader's own, with what matters given and the rest filled in.
import type { CharacterDetailView } from '../api/generated/CharacterDetailView';
import type { CharacterSummary } from '../api/generated/CharacterSummary';
import type { CharacterTexts } from '../api/generated/CharacterTexts';

export function texts(change: Partial<CharacterTexts> = {}): CharacterTexts {
  return {
    name: 'Mara Voss',
    categories: ['From messages'],
    description: 'A woman at doors.',
    role: '',
    background: '',
    personality: ['Gives orders quietly.', 'Hates rain.'],
    tone: ['dry'],
    formality: '',
    sentence_style: '',
    uses_humor: null,
    uses_rhetorical_questions: null,
    avoids_excessive_enthusiasm: null,
    universe: '',
    setting: '',
    world: '',
    directions: '',
    greeting: 'Open the door.',
    alternate_greetings: [],
    examples: [{ place: 0, situation: '', user: 'Who is there?', character: 'I am.' }],
    ...change,
  };
}

export function detail(change: Partial<CharacterDetailView> = {}): CharacterDetailView {
  return {
    character_id: 'mara',
    own: true,
    version: 'one',
    portrait: null,
    path: '/data/characters/mara.json',
    texts: texts(),
    ...change,
  };
}

export function summary(change: Partial<CharacterSummary> = {}): CharacterSummary {
  return {
    id: 'mara',
    name: 'Mara Voss',
    categories: [],
    description: 'A woman at doors.',
    portrait: null,
    last_words: 'Open the door.',
    last_at: 1,
    broken: null,
    own: true,
    gone: null,
    ...change,
  };
}
