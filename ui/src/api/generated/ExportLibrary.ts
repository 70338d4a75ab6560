// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Writes all own characters, conversations, personas and settings (no keys) into one backup file.
 */
export type ExportLibrary = { path?: string, };
