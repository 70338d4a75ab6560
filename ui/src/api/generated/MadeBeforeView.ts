// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from './CharacterId';

export type MadeBeforeView = { character_id: CharacterId; name: string; made_at: number };
