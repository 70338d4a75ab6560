// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { RecallMethod } from "./RecallMethod";

/**
 * What the reader set for recall.
 */
export type RecallSettings = { method: RecallMethod, 
/**
 * Of an edge, each from 0 to 1: common tags (0.7), nearness in time (0.3), a like feeling (0.1).
 */
tag_weight: number, time_weight: number, emotion_weight: number, 
/**
 * Edges of this weight or less are none: 0 to 1 (0.1).
 */
threshold: number, 
/**
 * How far from a new turn a memory may lie, by [`RecallMethod::Radius`]: 0 to 2 (0.9). An edge of weight w is 1 - w long.
 */
radius: number, 
/**
 * At most so many memories are sent: 0 to 15.
 */
most: number, 
/**
 * And so many tokens of them: 0 to 4000.
 */
tokens: number, };
