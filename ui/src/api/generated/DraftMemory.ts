// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Something the character has lived through.
 */
export type DraftMemory = { id: number, text: string, chapter: number, 
/**
 * The place of its passage among all.
 */
passage: number, 
/**
 * The beginning of the paragraph or the message it stands in.
 */
excerpt: string, at: string, 
/**
 * 1 to 5.
 */
importance: number, dropped: boolean, };
