// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Draft } from "./Draft";
import type { JobId } from "./JobId";
import type { MadeBeforeView } from "./MadeBeforeView";

/**
 * The draft of a job.
 */
export type MakingDraftView = { job_id: JobId, revision: number, draft: Draft, 
/**
 * The character that was made before of the same source and person.
 */
made_before: MadeBeforeView | null, };
