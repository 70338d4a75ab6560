// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Pins a fact, or leaves it to extraction again.
 */
export type PinFact = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, fact_id: FactId, pinned: boolean, };
