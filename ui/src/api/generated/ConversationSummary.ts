// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { BranchPoint } from "./BranchPoint";
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";

/**
 * One conversation of a list.
 */
export type ConversationSummary = { id: ConversationId, character_id: CharacterId, 
/**
 * The reader's first words in it; empty when nothing was said yet.
 */
title: string, 
/**
 * The name that the reader gave it; empty without one.
 */
name: string, branched_from: BranchPoint | null, message_count: number, 
/**
 * Milliseconds since 1970, UTC.
 */
updated_at: number, };
