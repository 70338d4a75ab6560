// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { SummaryKind } from "./SummaryKind";

export type SummaryView = { text: string, kind: SummaryKind, 
/**
 * It tells of the messages before this position.
 */
end: number, 
/**
 * A later part was cleared and is being written again.
 */
incomplete: boolean, };
