// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Something that is known about the reader's persona, the character or their story.
 */
export type FactId = string;
