// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Where a memory comes from.
 */
export type MemoryOrigin = "conversation" | "book" | "messages" | "import";
