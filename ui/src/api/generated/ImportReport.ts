// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";

/**
 * What an import brought in.
 */
export type ImportReport = { conversation_id: ConversationId, character_id: CharacterId, format: string, messages: number, 
/**
 * Of the character's own past, those that were not there yet.
 */
past_memories: number, 
/**
 * What was put right, in words.
 */
repaired: Array<string>, 
/**
 * What is kept with the conversation but not used.
 */
kept_unused: Array<string>, };
