// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { OperationId } from "./OperationId";

/**
 * Says something; the reply then arrives as events.
 */
export type SendMessage = { conversation_id: ConversationId, 
/**
 * 1 to 32,000 characters, not all of them blank or invisible. Control characters but tabs and line breaks are left out.
 */
text: string, 
/**
 * The revision the client shows; another one is answered with `conflict`.
 */
expected_revision: number, 
/**
 * Made by the client; sending it again returns the same turn.
 */
operation_id: OperationId, };
