// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { JobId } from "./JobId";

/**
 * Looks for a character in a book and plans the job. It can be called again, with other ticks, until the job is started.
 */
export type PlanNovel = { job_id: JobId, 
/**
 * As the book gives it.
 */
name: string, 
/**
 * The names that the reader has ticked; without them those that are surely the character's.
 */
aliases?: Array<string>, };
