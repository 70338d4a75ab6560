// Made from the Rust types by `cargo xtask generate`. Do not edit.
export type LeftOutReason = "window" | "limit" | "excluded" | "summarised" | "unreadable" | "small_model";
