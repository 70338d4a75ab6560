// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MemoryId } from "./MemoryId";

export type NeighbourView = { memory_id: MemoryId, title: string, 
/**
 * In thousandths.
 */
weight: number, };
