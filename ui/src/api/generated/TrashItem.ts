// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";
import type { TrashId } from "./TrashId";
import type { TrashKind } from "./TrashKind";

/**
 * One thing in the trash.
 */
export type TrashItem = { id: TrashId, kind: TrashKind, 
/**
 * None of a character.
 */
conversation_id: ConversationId | null, character_id: CharacterId, 
/**
 * How it begins, without markup; of a character its name.
 */
excerpt: string, 
/**
 * How many messages it holds; 0 of a character.
 */
messages: number, 
/**
 * How many conversations went with a character.
 */
conversations: number, 
/**
 * Milliseconds since 1970, UTC.
 */
removed_at: number, 
/**
 * When it is erased for good.
 */
erased_at: number, };
