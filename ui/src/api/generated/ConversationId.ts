// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One conversation of a session with one character.
 */
export type ConversationId = string;
