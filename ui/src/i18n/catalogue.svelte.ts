import { en } from './en';
import { directionOf, offered, type InterfaceLanguage } from './languages';
import { fill, type Params, type Phrase } from './phrase';
import { tr } from './tr';

/** A key of the message catalogue. */
export type Key = keyof typeof en;

/** A complete catalogue: the compiler finds a missing or a surplus key. */
export type Catalogue = Record<Key, Phrase>;

const catalogues: Record<InterfaceLanguage, Catalogue> = { en, tr };

const state = $state({ language: initialLanguage() });

/** The interface's language, as a BCP 47 tag. Reactive. */
export function language(): InterfaceLanguage {
  return state.language;
}

/** The words for a key in the interface's language. Reactive: a component that shows it changes with the language. */
export function t(key: Key, params: Params = {}): string {
  return fill(catalogues[state.language][key], params, state.language);
}

/** Whether the catalogue has this key; for keys made from codes that come from outside. */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** Switches the interface to a language; an empty one follows the system, one without a catalogue falls back to English. Also
    tells the document, so that hyphenation, digits and upper case follow. It is laid out the way that the wanted language is
    written, also where its words are missing. */
export function use(tag: string): void {
  const wanted = tag === '' ? systemLanguages() : [tag];
  state.language = offered(wanted);
  document.documentElement.lang = state.language;
  document.documentElement.dir = directionOf(wanted[0] ?? state.language);
}

function systemLanguages(): readonly string[] {
  return typeof navigator === 'undefined' ? [] : navigator.languages;
}

/** What the file that runs before the first paint has chosen; English where there is no document. */
function initialLanguage(): InterfaceLanguage {
  return offered(typeof document === 'undefined' ? [] : [document.documentElement.lang]);
}
