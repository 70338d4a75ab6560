// Made from the Rust type of this name; do not edit.
import type { ConversationId } from './ConversationId';
import type { OperationId } from './OperationId';

export type ContinueReply = { conversation_id: ConversationId, expected_revision: number, operation_id: OperationId };
