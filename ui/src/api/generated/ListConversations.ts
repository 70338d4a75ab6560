// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * Lists the conversations with a character, latest first.
 */
export type ListConversations = { character_id: CharacterId, };
