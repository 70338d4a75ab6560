// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { JobId } from "./JobId";

/**
 * Names one job.
 */
export type OfJob = { job_id: JobId, };
