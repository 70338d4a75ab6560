// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";
import type { TrashId } from "./TrashId";
import type { TrashKind } from "./TrashKind";

/**
 * One thing in the trash.
 */
export type TrashItem = { id: TrashId, kind: TrashKind, conversation_id: ConversationId | null, character_id: CharacterId, 
/**
 * How it begins, without markup.
 */
excerpt: string, 
/**
 * How many messages it holds.
 */
messages: number, conversations: number, 
/**
 * Milliseconds since 1970, UTC.
 */
removed_at: number, 
/**
 * When it is erased for good.
 */
erased_at: number, };
