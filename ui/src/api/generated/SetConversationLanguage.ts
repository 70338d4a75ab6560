// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * The language that a conversation is held in.
 */
export type SetConversationLanguage = { conversation_id: ConversationId, 
/**
 * A BCP 47 tag; empty follows the setting for all conversations.
 */
language: string, };
