// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { FoundKind } from "./FoundKind";

/**
 * Something that a job has found while it is not over.
 */
export type FoundView = { kind: FoundKind, text: string, 
/**
 * The place of its chapter in the book or of its month in the messages, from 0.
 */
chapter: number, 
/**
 * As the book calls the chapter, or the month.
 */
chapter_title: string, };
