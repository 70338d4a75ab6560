// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One piece of long work, such as making a character from a novel.
 */
export type JobId = string;
