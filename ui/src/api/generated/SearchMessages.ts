// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Finds messages by their words, in all conversations or in one.
 */
export type SearchMessages = { query: string, conversation_id?: ConversationId, 
/**
 * 1 to 100.
 */
limit: number, };
