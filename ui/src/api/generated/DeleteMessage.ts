// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MessageId } from "./MessageId";
import type { OperationId } from "./OperationId";

/**
 * Removes one message.
 */
export type DeleteMessage = { conversation_id: ConversationId, message_id: MessageId, expected_revision: number, operation_id: OperationId, };
