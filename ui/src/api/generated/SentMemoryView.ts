// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MemoryId } from "./MemoryId";
import type { RecallReason } from "./RecallReason";

/**
 * A memory that was sent with a prompt, as it read then.
 */
export type SentMemoryView = { id: MemoryId, text: string, reasons: Array<RecallReason>, };
