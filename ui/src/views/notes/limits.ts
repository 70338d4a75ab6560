/** At most so many automatic facts are sent at once. */
export const MOST_AUTOMATIC = 40;
/** At most so many pinned facts are kept. */
export const MOST_PINNED = 60;
/** The longest fact, in characters. */
const LONGEST_FACT = 500;

/** How many characters a fact is too long; 0 when it is not. */
export function surplusOfFact(text: string): number {
  return Math.max(0, [...text.trim()].length - LONGEST_FACT);
}
