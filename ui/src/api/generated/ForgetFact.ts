// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Forgets a fact, and keeps what it came from out of every later prompt.
 */
export type ForgetFact = { conversation_id: ConversationId, 
/**
 * Made by the client; sending it again returns the same answer.
 */
operation_id: OperationId, 
/**
 * The one that the client shows; another one is answered with `conflict`.
 */
memory_revision: number, fact_id: FactId, };
