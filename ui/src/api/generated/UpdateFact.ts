// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Puts other words in the place of a fact. The former ones are forgotten, as by [`ForgetFact`].
 */
export type UpdateFact = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, fact_id: FactId, 
/**
 * 1 to 500 characters.
 */
text: string, };
