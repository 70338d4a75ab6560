// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Who speaks.
 */
export type Role = "user" | "character";
