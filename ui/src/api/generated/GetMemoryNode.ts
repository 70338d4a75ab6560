// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MemoryId } from "./MemoryId";

/**
 * Reads one memory with its whole text.
 */
export type GetMemoryNode = { 
/**
 * In whose graph it is looked at.
 */
conversation_id: ConversationId, memory_id: MemoryId, };
