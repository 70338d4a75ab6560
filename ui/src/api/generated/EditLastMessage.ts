// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Takes back the reader's last message and what came after it, for editing.
 */
export type EditLastMessage = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId, };
