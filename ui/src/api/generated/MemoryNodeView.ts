// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { EmotionLabel } from "./EmotionLabel";
import type { MemoryId } from "./MemoryId";
import type { MemoryOrigin } from "./MemoryOrigin";
import type { MessageId } from "./MessageId";

/**
 * One memory, as much as a picture of the graph needs.
 */
export type MemoryNodeView = { id: MemoryId, origin: MemoryOrigin, 
/**
 * Where it was said; none for the character's own past.
 */
conversation_id: ConversationId | null, 
/**
 * When it happened: milliseconds since 1970, UTC.
 */
at: number, 
/**
 * Its beginning, on one line; at most 140 characters.
 */
title: string, tags: Array<string>, 
/**
 * From -1 (bad) to 1 (good).
 */
valence: number, 
/**
 * From 0 (calm) to 1 (stirred).
 */
arousal: number, emotion: EmotionLabel, 
/**
 * From 0 to 1; 0.5 unless somebody set another.
 */
priority: number, 
/**
 * Memories with the same number belong together; 0 is the largest community.
 */
community: number, 
/**
 * The place of its first message in its conversation, from 0.
 */
first_position: number | null, 
/**
 * Empty for the character's own past.
 */
message_ids: Array<MessageId>, 
/**
 * When something that was planned in it is due: milliseconds since 1970, UTC.
 */
planned_for: number | null, };
