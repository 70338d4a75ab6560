// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Axis } from "./Axis";
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Deletes the developments of an axis in this conversation.
 */
export type ResetRelationshipAxis = { conversation_id: ConversationId, 
/**
 * Made by the client; sending it again returns the same answer.
 */
operation_id: OperationId, 
/**
 * The one that the client shows; another one is answered with `conflict`.
 */
memory_revision: number, axis: Axis, };
