// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Who decides about a fact.
 */
export type FactKind = "pinned" | "automatic";
