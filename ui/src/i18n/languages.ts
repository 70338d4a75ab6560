/** Languages with a complete catalogue. `public/theme.js` knows the same ones. */
export const interfaceLanguages = ['en', 'tr'] as const;

export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** Languages that characters can be asked to answer in, as BCP 47 tags. */
export const replyLanguages: readonly string[] = (
  'ar az bg bn ca cs da de el en es et fa fi fr he hi hr hu hy id it ja ka kk ko lt lv ms nl no pl pt ro ru sk sl sr sv ' +
  'sw ta th tr uk ur uz vi zh-Hans zh-Hant'
).split(' ');

/** Languages that a conversation can be held in, by how many read them here first; shown by their own names. */
export const conversationLanguages: readonly string[] = 'en tr de fr es pt it ru uk pl ar hi zh ja ko'.split(' ');

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** Which way a language is written. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(mainPart(tag)) ? 'rtl' : 'ltr';
}

/** The first of the wanted languages that has a catalogue, English if none has. */
export function offered(wanted: readonly string[]): InterfaceLanguage {
  for (const tag of wanted) {
    const found = interfaceLanguages.find((language) => language === mainPart(tag));
    if (found) return found;
  }
  return 'en';
}

/** A language's name in that language itself, as its speakers look for it in a list. */
export function nameOfLanguage(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** A language's name in another language, for those who cannot read the first. */
export function nameOfLanguageIn(tag: string, reader: string): string {
  return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag;
}

function mainPart(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? '';
}
