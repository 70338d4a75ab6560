// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What was found.
 */
export type FoundKind = "memory" | "trait";
