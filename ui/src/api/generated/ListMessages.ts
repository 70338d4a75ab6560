// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Reads a page of messages: the `limit` ones before position `before` (the last ones without it).
 */
export type ListMessages = { conversation_id: ConversationId, before?: number, 
/**
 * 1 to 200.
 */
limit: number, };
