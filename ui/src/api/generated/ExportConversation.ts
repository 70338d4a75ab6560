// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Writes a conversation as a save file 3.0. Without a path it is made ready for download.
 */
export type ExportConversation = { conversation_id: ConversationId, path?: string, };
