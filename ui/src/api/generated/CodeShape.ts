// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How code was marked.
 */
export type CodeShape = "inline" | "block";
