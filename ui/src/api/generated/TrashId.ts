// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Something in the trash.
 */
export type TrashId = string;
