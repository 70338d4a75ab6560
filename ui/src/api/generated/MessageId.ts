// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One message of a conversation.
 */
export type MessageId = string;
