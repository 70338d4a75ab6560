// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Why a model cannot answer now.
 */
export type ModelProblem = "key_missing" | "file_missing";
