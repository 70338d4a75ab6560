// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MemoryId } from "./MemoryId";
import type { OperationId } from "./OperationId";

/**
 * Forgets a memory for good. Of an exchange, no model is sent its messages any more, and what was derived from them goes; the page
 * keeps them.
 */
export type ForgetMemoryNode = { conversation_id: ConversationId, operation_id: OperationId, memory_id: MemoryId, };
