// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Puts a whole conversation into the trash.
 */
export type DeleteConversation = { conversation_id: ConversationId, };
