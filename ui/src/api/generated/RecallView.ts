// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { RecallMethod } from "./RecallMethod";
import type { RecalledMemoryView } from "./RecalledMemoryView";

/**
 * What a text calls to mind.
 */
export type RecallView = { 
/**
 * The one that was used: without the encoder, or for want of a match, another one than was asked for.
 */
method: RecallMethod, 
/**
 * The strongest first.
 */
memories: Array<RecalledMemoryView>, };
