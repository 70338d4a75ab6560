// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Continues the last reply when it was cut short, or asks again for one that never came.
 */
export type ContinueReply = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId, };
