// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * A character that was saved.
 */
export type SavedCharacterView = { character_id: CharacterId, name: string, 
/**
 * Where its file lies.
 */
path: string, memories: number, };
