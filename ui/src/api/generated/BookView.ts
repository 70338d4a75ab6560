// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { BookChapterView } from "./BookChapterView";
import type { JobId } from "./JobId";

/**
 * A book that was read.
 */
export type BookView = { job_id: JobId, title: string, authors: Array<string>, 
/**
 * As the book says it; empty if it does not.
 */
language: string, chapters: Array<BookChapterView>, tokens: number, 
/**
 * Front and back matter that is not read.
 */
left_out: Array<string>, warnings: Array<string>, };
