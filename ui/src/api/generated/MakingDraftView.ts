// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MadeBeforeView } from "./MadeBeforeView";
import type { Draft } from "./Draft";
import type { JobId } from "./JobId";

/**
 * The draft of a job.
 */
export type MakingDraftView = { job_id: JobId, revision: number, draft: Draft, made_before: MadeBeforeView | null, };
