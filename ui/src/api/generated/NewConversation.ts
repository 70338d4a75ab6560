// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * Begins another conversation with a character.
 */
export type NewConversation = { character_id: CharacterId, };
