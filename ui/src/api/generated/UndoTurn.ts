// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Removes the last exchange: the reader's last message and its reply.
 */
export type UndoTurn = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId, };
