// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Keeps what stands in the composer of a conversation; empty forgets it.
 */
export type SaveDraft = { conversation_id: ConversationId, text: string, };
