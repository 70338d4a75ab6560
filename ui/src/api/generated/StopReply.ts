// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Stops the reply that is being written; what was shown is kept. Does nothing when none is.
 */
export type StopReply = { conversation_id: ConversationId, };
