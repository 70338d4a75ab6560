// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { RecallPart } from "./RecallPart";

/**
 * A part of the score of a recalled memory.
 */
export type RecallReason = { part: RecallPart, 
/**
 * Thousandths of the whole.
 */
share: number, };
