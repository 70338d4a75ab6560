// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A real line of the character, and what it answers.
 */
export type DraftLine = { id: number, 
/**
 * May be empty.
 */
before: string, text: string, chapter: number, dropped: boolean, };
