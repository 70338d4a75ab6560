/** The longest message that is taken, in characters. */
const LONGEST = 32_000;

/** How many characters a message is too long; 0 when it is not. */
export function surplusOf(text: string): number {
  return text.length > LONGEST ? Math.max(0, [...text].length - LONGEST) : 0;
}
