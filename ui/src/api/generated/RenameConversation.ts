// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Names a conversation; an empty name takes the name away.
 */
export type RenameConversation = { conversation_id: ConversationId, name: string, };
