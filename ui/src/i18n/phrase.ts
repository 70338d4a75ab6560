/** A text of a catalogue. `{name}` stands for a parameter. With plural forms the parameter `count` chooses the form, by the rules
    of the language. */
export type Phrase = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>);

/** Values for the placeholders of a phrase. Numbers are written as the language writes them. */
export type Params = Readonly<Record<string, string | number>>;

const placeholder = /\{(\w+)\}/g;

/** The text of a phrase in a language. A placeholder without a value stays as it is, so that the gap can be seen. */
export function fill(phrase: Phrase, params: Params, language: string): string {
  return form(phrase, params, language).replace(placeholder, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : value;
  });
}

/** Every form of a phrase: one for a plain text. */
export function formsOf(phrase: Phrase): string[] {
  return typeof phrase === 'string' ? [phrase] : Object.values(phrase);
}

/** The placeholders of a text, sorted, each once. */
export function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] ?? ''))].sort();
}

function form(phrase: Phrase, params: Params, language: string): string {
  if (typeof phrase === 'string') return phrase;
  const count = params['count'];
  if (typeof count !== 'number') return phrase.other;
  return phrase[new Intl.PluralRules(language).select(count)] ?? phrase.other;
}
