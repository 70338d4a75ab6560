// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * Names one character.
 */
export type OfCharacter = { character_id: CharacterId, };
