// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from './CharacterId';
import type { CharacterTexts } from './CharacterTexts';

export type UpdateCharacter = { character_id: CharacterId; expected_version: string; texts: CharacterTexts };
