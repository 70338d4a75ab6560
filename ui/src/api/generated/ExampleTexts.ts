// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One example dialogue.
 */
export type ExampleTexts = { 
/**
 * Where it stood in the file, from 0, so that what the app does not know of it stays with it; none for a new one.
 */
place: number | null, situation: string, user: string, character: string, };
