// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * Puts one of the reader's own characters into the trash, with its own past. Conversations in which the reader said something stay to be
 * read and exported unless they go along, and cannot be continued until the character is brought back.
 */
export type DeleteCharacter = { character_id: CharacterId, 
/**
 * Whether its conversations go along. Those come back with the character, and are erased with it.
 */
conversations: boolean, };
