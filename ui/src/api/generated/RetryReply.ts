// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Asks for another alternate of the last reply; it arrives as events.
 */
export type RetryReply = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId, };
