// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * What an import of memories brought in.
 */
export type MemoriesReport = { character_id: CharacterId, 
/**
 * `list` or `graph`.
 */
format: string, memories: number, 
/**
 * Those that were there already, word for word.
 */
known: number, 
/**
 * What was put right, in words.
 */
repaired: Array<string>, };
