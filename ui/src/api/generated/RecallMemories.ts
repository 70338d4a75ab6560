// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { RecallMethod } from "./RecallMethod";

/**
 * Asks what a text would call to mind in a conversation, said now.
 */
export type RecallMemories = { conversation_id: ConversationId, text: string, 
/**
 * None as the settings have it.
 */
method?: RecallMethod, };
