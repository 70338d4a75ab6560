// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * No input, or nothing to answer.
 */
export type Nothing = Record<symbol, never>;
