// Made from the Rust type of this name; do not edit.
export type Role = "user" | "character";
