// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What spoke for a memory.
 */
export type RecallPart = "words" | "meaning" | "tags" | "time" | "emotion" | "neighbours" | "speaker" | "graph" | "planned" | "priority";
