// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * An error as the clients see it.
 */
export type ErrorView = { 
/**
 * Stable, for programs and for the message catalogue.
 */
code: string, 
/**
 * In English: what happened, what was kept, what to do.
 */
message: string, };
