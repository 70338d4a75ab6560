// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";

/**
 * Begins another conversation with a character.
 */
export type NewConversation = { character_id: CharacterId, 
/**
 * A conversation with the same character whose summary, facts and relationship it begins with.
 */
carry_from: ConversationId | null, };
