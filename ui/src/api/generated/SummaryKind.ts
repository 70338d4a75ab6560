// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How a summary came to be.
 */
export type SummaryKind = "written" | "extractive";
