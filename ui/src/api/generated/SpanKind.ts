// Made from the Rust type of this name; do not edit.
export type SpanKind = "speech" | "action" | "thought";
