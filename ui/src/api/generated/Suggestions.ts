// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { SuggestionSource } from "./SuggestionSource";

/**
 * Exactly four replies.
 */
export type Suggestions = { texts: Array<string>, source: SuggestionSource, 
/**
 * The revision they were made for.
 */
revision: number, };
