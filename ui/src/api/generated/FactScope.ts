// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Where a fact is known.
 */
export type FactScope = "conversation" | "character";
