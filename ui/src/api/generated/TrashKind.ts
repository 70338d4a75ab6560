// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What kind of thing lies in the trash.
 */
export type TrashKind = "character" | "conversation" | "cleared" | "turn" | "message" | "wording";
