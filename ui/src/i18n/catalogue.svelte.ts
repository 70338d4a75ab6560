import { en } from './en';
import { directionOf, offered, type InterfaceLanguage } from './languages';
import { fill, type Params, type Phrase } from './phrase';

/** A key of the message catalogue. */
export type Key = keyof typeof en;

/** A complete catalogue: the compiler finds a missing or a surplus key. */
export type Catalogue = Record<Key, Phrase>;

/** Those that are there. English is; another one is fetched when it is wanted, so that the start stays small. */
const catalogues: { en: Catalogue } & Partial<Record<InterfaceLanguage, Catalogue>> = { en };
const others: Record<Exclude<InterfaceLanguage, 'en'>, () => Promise<Catalogue>> = {
  tr: async () => (await import('./tr')).tr,
};

const state = $state<{ language: InterfaceLanguage }>({ language: 'en' });
let wantedLanguage: InterfaceLanguage = 'en';

/** The interface's language, as a BCP 47 tag. Reactive. */
export function language(): InterfaceLanguage {
  return state.language;
}

/** The words for a key in the interface's language. Reactive: a component that shows it changes with the language. */
export function t(key: Key, params: Params = {}): string {
  return fill((catalogues[state.language] ?? en)[key], params, state.language);
}

/** Whether the catalogue has this key; for keys made from codes that come from outside. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** Switches the interface to a language; an empty one follows the system, one without a catalogue falls back to English. Also
    tells the document, so that hyphenation, digits and upper case follow. It is laid out the way that the wanted language is
    written, also where its words are missing. Done at once when its words are there, else when they have come. */
export async function use(tag: string): Promise<void> {
  const wanted = tag === '' ? systemLanguages() : [tag];
  document.documentElement.dir = directionOf(wanted[0] ?? 'en');
  await show(offered(wanted));
}

/** Fetches the words of the language that the file before the first paint has chosen. The window is drawn after it. */
export async function ready(): Promise<void> {
  await show(offered([document.documentElement.lang]));
}

async function show(language: InterfaceLanguage): Promise<void> {
  wantedLanguage = language;
  if (language !== 'en' && !catalogues[language]) {
    try {
      catalogues[language] = await others[language]();
    } catch {
      // Without its words the window stays in the language it is in; they are asked for again at the next change.
      return;
    }
  }
  if (wantedLanguage !== language) return;
  state.language = language;
  document.documentElement.lang = language;
}

function systemLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages;
}
