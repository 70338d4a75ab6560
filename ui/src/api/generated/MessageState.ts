// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How far a message's text is to be trusted as finished.
 */
export type MessageState = "complete" | "streaming" | "cut_short" | "damaged";
