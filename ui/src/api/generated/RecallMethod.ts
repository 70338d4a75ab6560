// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How memories are found.
 */
export type RecallMethod = "hybrid" | "radius" | "tags";
