// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactScope } from "./FactScope";
import type { OperationId } from "./OperationId";

/**
 * Has something remembered: a pinned fact, in the reader's words.
 */
export type RememberFact = { conversation_id: ConversationId, 
/**
 * Made by the client; sending it again returns the same answer.
 */
operation_id: OperationId, 
/**
 * The one that the client shows; another one is answered with `memory_conflict`.
 */
memory_revision: number, 
/**
 * 1 to 500 characters.
 */
text: string, scope: FactScope, };
