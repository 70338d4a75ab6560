// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A text of the draft.
 */
export type DraftText = "name" | "description" | "role" | "background" | "universe" | "setting" | "synopsis" | "directions" | "greeting";
