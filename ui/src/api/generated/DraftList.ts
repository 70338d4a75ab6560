// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A list of the draft.
 */
export type DraftList = "traits" | "memories" | "lines";
