// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * A character that is back from the trash.
 */
export type RestoredCharacterView = { character_id: CharacterId, name: string, 
/**
 * Conversations that came back with it.
 */
conversations: number, };
