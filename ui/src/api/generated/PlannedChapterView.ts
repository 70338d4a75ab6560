// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A chapter, and how much of it matters.
 */
export type PlannedChapterView = { title: string, tokens: number, passages: number, kept: number, 
/**
 * Whether the character tells it as "I".
 */
told_by_character: boolean, };
