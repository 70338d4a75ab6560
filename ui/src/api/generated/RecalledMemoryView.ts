// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MemoryNodeView } from "./MemoryNodeView";
import type { RecallReason } from "./RecallReason";

export type RecalledMemoryView = { memory: MemoryNodeView, 
/**
 * When it happened, in words ("three days ago").
 */
when: string, 
/**
 * In thousandths of the strongest.
 */
score: number, 
/**
 * The largest share first.
 */
reasons: Array<RecallReason>, };
