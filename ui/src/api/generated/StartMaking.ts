// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { JobId } from "./JobId";

/**
 * Starts a planned job.
 */
export type StartMaking = { job_id: JobId, 
/**
 * Reads only a few passages, to see what comes of it. The whole can be started afterwards; what was read is not read again.
 */
quick: boolean, 
/**
 * Calls side by side, 1 to 16; a model on this computer makes one at a time.
 */
calls_at_once?: number, 
/**
 * Messages only: the notice about consent and privacy was agreed to.
 */
consent: boolean, 
/**
 * Messages only: phone numbers, mail addresses and codes are replaced before anything is sent to a server. On unless it
 * is switched off; a job that is started again does as it did.
 */
mask_private_data?: boolean, };
