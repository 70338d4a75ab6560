// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * Makes a character of the reader's own that is like another one, pictures included.
 */
export type CopyCharacter = { character_id: CharacterId, 
/**
 * Without it, the copy has the same name.
 */
name?: string, };
