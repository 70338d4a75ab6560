// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { JobId } from "./JobId";

/**
 * Measures how a person writes and plans the job.
 */
export type PlanMessages = { job_id: JobId, 
/**
 * As the export names them.
 */
person: string, 
/**
 * The character's name; without it the person's.
 */
name?: string, };
