// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MemoryNodeView } from "./MemoryNodeView";
import type { MemorySource } from "./MemorySource";
import type { NeighbourView } from "./NeighbourView";

/**
 * One memory with its whole text.
 */
export type MemoryDetailView = { node: MemoryNodeView, 
/**
 * What the reader said; none when nobody spoke to the character before it did, and for the character's own past.
 */
user_text: string | null, reply_text: string | null, 
/**
 * Of the character's own past. Only this text can be changed here; messages are edited on the page.
 */
text: string | null, source: MemorySource | null, 
/**
 * The strongest edges, the strongest first.
 */
neighbours: Array<NeighbourView>, };
