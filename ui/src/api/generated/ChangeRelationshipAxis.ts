// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Axis } from "./Axis";
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Switches an axis on or off, or locks it; what is none stays.
 */
export type ChangeRelationshipAxis = { conversation_id: ConversationId, 
/**
 * Made by the client; sending it again returns the same answer.
 */
operation_id: OperationId, 
/**
 * The one that the client shows; another one is answered with `conflict`.
 */
memory_revision: number, axis: Axis, enabled: boolean | null, locked: boolean | null, };
