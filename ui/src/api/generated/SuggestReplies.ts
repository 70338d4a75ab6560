// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Asks for four replies that fit.
 */
export type SuggestReplies = { conversation_id: ConversationId, };
