// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Forgets a fact, with the messages that it came from and all that say it word for word: no model is sent them any more. The
 * page keeps them. It is then as if it had never been said, so that what it had replaced counts again, unless that is forgotten
 * with it.
 */
export type ForgetFact = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, fact_id: FactId, 
/**
 * Whether all that it has replaced, and what that had, is forgotten too.
 */
with_replaced: boolean, };
