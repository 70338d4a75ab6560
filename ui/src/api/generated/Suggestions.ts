// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Span } from "./Span";
import type { SuggestionSource } from "./SuggestionSource";

/**
 * Exactly four replies.
 */
export type Suggestions = { texts: Array<string>, 
/**
 * The same, parsed.
 */
spans: Array<Array<Span>>, source: SuggestionSource, 
/**
 * The revision they were made for.
 */
revision: number, };
