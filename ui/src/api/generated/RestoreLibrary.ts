// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { OutsideFile } from "./OutsideFile";

/**
 * Brings back a backup file beside what is there; nothing is overwritten.
 */
export type RestoreLibrary = { file: OutsideFile, };
