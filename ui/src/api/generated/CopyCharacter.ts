// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from './CharacterId';

export type CopyCharacter = { character_id: CharacterId; name?: string };
