// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from './CharacterId';

export type DeleteCharacter = { character_id: CharacterId; conversations: boolean };
