// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Writes the memories of a conversation and what joins them as `nodes` and `edges`. Without a path it is made ready for download.
 */
export type ExportMemories = { conversation_id: ConversationId, path?: string, };
