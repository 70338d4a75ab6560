// Made from the Rust type of this name; do not edit.
import type { BrokenCharacter } from './BrokenCharacter';
import type { CharacterId } from './CharacterId';

export type CharacterSummary = { id: CharacterId, name: string, categories: Array<string>, description: string, portrait: string | null, last_words: string | null, last_at: number | null, broken: BrokenCharacter | null, own: boolean };
