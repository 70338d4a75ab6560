// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * The voice a piece of text is in.
 */
export type SpanKind = "speech" | "action" | "thought";
