// Made from the Rust type of this name; do not edit.
export type Theme = "system" | "light" | "dark";
