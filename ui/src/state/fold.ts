/**
 * The form of a text in which case and accents no longer matter. Both pairs of the Turkish i (İ i, I ı) fold to one letter, so
 * that a name is found whichever keyboard it is typed on.
 */
export function foldForSearch(text: string): string {
  return text.replaceAll('ı', 'i').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC').trim();
}
