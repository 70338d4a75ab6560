// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MessageId } from "./MessageId";
import type { OperationId } from "./OperationId";

/**
 * Begins another conversation that shares everything up to and with a message.
 */
export type BranchConversation = { conversation_id: ConversationId, message_id: MessageId, operation_id: OperationId, };
