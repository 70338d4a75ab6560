// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Where suggestions come from.
 */
export type SuggestionSource = "model" | "templates" | "neutral";
