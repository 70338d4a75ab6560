// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MessageId } from "./MessageId";
import type { OperationId } from "./OperationId";

/**
 * Chooses the alternate that is shown and sent to models.
 */
export type ChooseAlternate = { conversation_id: ConversationId, message_id: MessageId, 
/**
 * From 0.
 */
alternate: number, expected_revision: number, operation_id: OperationId, };
