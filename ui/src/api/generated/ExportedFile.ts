// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { OutsideFile } from "./OutsideFile";

/**
 * A file that was written or is ready for download.
 */
export type ExportedFile = { file: OutsideFile, 
/**
 * A name that no other export has.
 */
name: string, bytes: number, };
