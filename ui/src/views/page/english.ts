/** Words that nearly every English sentence has one of, and hardly any sentence of another language. */
const SMALL_WORDS = new Set(
  'the and of to you is it that with for my your are was have not this but what will from be they his her'.split(' '),
);
/** Of the words of a text, at least such a share are small ones where it is English; a fifth to a third is usual. */
const SHARE = 0.08;

/** Whether a text of some sentences is English. A text without letters is taken for it. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length === 0 || words.filter((word) => SMALL_WORDS.has(word)).length >= SHARE * words.length;
}

/** Whether a conversation is held in English: in the language that was chosen for it, else in the one the character speaks. */
export function isHeldInEnglish(chosen: string | undefined, spoken: string): boolean {
  return chosen ? /^en\b/i.test(chosen) : isEnglish(spoken);
}
