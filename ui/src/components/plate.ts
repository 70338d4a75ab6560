/** Edge of a plate in CSS pixels, at the normal text size. */
export type PlateSize = 32 | 36 | 40 | 44 | 72 | 96 | 160;

/** How many tints a letter plate may have. */
export const tints = 6;

/** Which of the drawn portraits suits a plate: up to 44 pixels the mass without a frame, up to 96 the one with few lines, above
    the engraving. A larger drawing scaled down would turn grey. */
export function portraitSize(size: PlateSize): 32 | 64 | 160 {
  if (size <= 44) return 32;
  return size <= 96 ? 64 : 160;
}

/** One or two letters that stand for a name: of its first and its last word that begin with a letter or a digit. */
export function initials(name: string): string {
  const words = name.split(/\s+/u).map(firstLetter).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.join('').toLocaleUpperCase();
}

/** A tint from 1 to `tints` that is always the same for an id. The hash is FNV-1a, 32 bits. */
export function tintOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(id)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return (hash % tints) + 1;
}

function firstLetter(word: string): string {
  return word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? '';
}
