// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How the draft came to be.
 */
export type MakingMethod = "model" | "small_model" | "no_model";
