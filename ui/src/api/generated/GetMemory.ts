// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Reads everything that is remembered in a conversation.
 */
export type GetMemory = { conversation_id: ConversationId, };
