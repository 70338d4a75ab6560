// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Writes a conversation as Markdown for reading.
 */
export type ExportTranscript = { conversation_id: ConversationId, path?: string, };
