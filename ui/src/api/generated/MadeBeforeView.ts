// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";

/**
 * A character that was made before and is still there.
 */
export type MadeBeforeView = { character_id: CharacterId, name: string, 
/**
 * When it was saved: milliseconds since 1970, UTC.
 */
made_at: number, };
