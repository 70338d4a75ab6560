// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { OutsideFile } from "./OutsideFile";

/**
 * Reads a book (EPUB, HTML, plain text) into a new job; nothing is asked of a model.
 */
export type ReadBook = { file: OutsideFile, };
