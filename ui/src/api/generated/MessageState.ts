// Made from the Rust type of this name; do not edit.
export type MessageState = "complete" | "streaming" | "cut_short" | "damaged";
