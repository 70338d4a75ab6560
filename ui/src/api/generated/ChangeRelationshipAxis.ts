// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Axis } from "./Axis";
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Switches an axis on or off, or locks it; exactly one of the two.
 */
export type ChangeRelationshipAxis = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, axis: Axis, 
/**
 * Romance and attraction only, for all conversations with the character. Off clears what developed.
 */
enabled: boolean | null, 
/**
 * A locked axis stays where it is, in this conversation.
 */
locked: boolean | null, };
