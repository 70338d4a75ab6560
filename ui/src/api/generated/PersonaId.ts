// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Somebody the reader plays.
 */
export type PersonaId = string;
