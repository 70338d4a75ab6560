// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One memory of the graph. Of an exchange, it is the id of its first message.
 */
export type MemoryId = string;
