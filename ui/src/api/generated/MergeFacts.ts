// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Makes one pinned fact of two.
 */
export type MergeFacts = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, fact_ids: [FactId, FactId], 
/**
 * 1 to 500 characters.
 */
text: string, };
