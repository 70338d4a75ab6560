// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { JobId } from "./JobId";
import type { ParticipantView } from "./ParticipantView";

/**
 * An export that was read.
 */
export type MessagesView = { job_id: JobId, formats: Array<string>, 
/**
 * The busiest first.
 */
participants: Array<ParticipantView>, 
/**
 * Whose export it is, where it says so.
 */
owner: string | null, 
/**
 * What was left out, by reason.
 */
skipped: Record<string, number>, warnings: Array<string>, 
/**
 * Whether it should be asked if the day or the month stands first.
 */
date_order_unsure: boolean, 
/**
 * A table whose columns must be named: its first rows. Then nothing else is known yet.
 */
columns_needed: Array<Array<string>> | null, };
