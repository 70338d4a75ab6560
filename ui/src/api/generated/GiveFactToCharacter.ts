// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { FactId } from "./FactId";
import type { OperationId } from "./OperationId";

/**
 * Makes a fact known in every conversation of the character with the same persona.
 */
export type GiveFactToCharacter = { conversation_id: ConversationId, operation_id: OperationId, memory_revision: number, fact_id: FactId, };
