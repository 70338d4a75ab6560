// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";

/**
 * Opens the latest conversation with a character, or begins the first one.
 */
export type OpenConversation = { character_id: CharacterId, 
/**
 * A certain conversation instead of the latest.
 */
conversation_id?: ConversationId, };
