// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Light, dark, or as the system has it.
 */
export type Theme = "system" | "light" | "dark";
