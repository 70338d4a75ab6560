import type { CharacterSummary } from '../../api/generated/CharacterSummary';

/** How many characters the first page introduces. */
const most = 6;

/** The characters of the first page: the default one first, those with a portrait before those without, those that are broken or gone
    not at all. */
export function firstFaces(characters: readonly CharacterSummary[], defaultId: string | null): CharacterSummary[] {
  const rank = (character: CharacterSummary) => (character.id === defaultId ? 0 : character.portrait === null ? 2 : 1);
  return characters
    .filter((character) => character.broken === null && character.gone === null)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most);
}
