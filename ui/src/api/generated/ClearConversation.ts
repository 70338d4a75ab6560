// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Removes everything that was said; the greeting stands again.
 */
export type ClearConversation = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId, };
