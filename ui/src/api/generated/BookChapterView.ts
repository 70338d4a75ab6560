// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A chapter of a book.
 */
export type BookChapterView = { title: string, tokens: number, };
