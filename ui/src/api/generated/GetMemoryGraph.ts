// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Reads all memories that a conversation can recall, and what joins them.
 */
export type GetMemoryGraph = { conversation_id: ConversationId, };
