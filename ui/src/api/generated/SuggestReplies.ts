// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Asks for four replies that fit.
 */
export type SuggestReplies = { conversation_id: ConversationId, 
/**
 * The language that the page shows: `en` or `tr`. Without it the setting counts.
 */
interface_language?: string, };
