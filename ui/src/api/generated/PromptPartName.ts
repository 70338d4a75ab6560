// Made from the Rust types by `cargo xtask generate`. Do not edit.
export type PromptPartName = "rules" | "character" | "persona" | "examples" | "summary" | "facts" | "relationship" | "recalled" | "recent" | "clock" | "continue";
