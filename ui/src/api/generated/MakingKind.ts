// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What a character is made of.
 */
export type MakingKind = "novel" | "messages";
