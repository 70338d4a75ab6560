// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { DraftChange } from "./DraftChange";
import type { JobId } from "./JobId";

/**
 * Changes a draft.
 */
export type ChangeMakingDraft = { job_id: JobId, expected_revision: number, change: DraftChange, };
