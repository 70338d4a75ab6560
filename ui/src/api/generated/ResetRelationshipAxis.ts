// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Axis } from "./Axis";
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Lets an axis begin anew in this conversation.
 */
export type ResetRelationshipAxis = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, axis: Axis, };
