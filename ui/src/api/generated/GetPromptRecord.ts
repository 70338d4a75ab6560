// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MessageId } from "./MessageId";

/**
 * Reads what a model was sent for a reply.
 */
export type GetPromptRecord = { conversation_id: ConversationId, 
/**
 * None reads the last request that is kept.
 */
message_id: MessageId | null, alternate: number | null, };
