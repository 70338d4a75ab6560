// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { EstimateView } from "./EstimateView";
import type { ExchangeView } from "./ExchangeView";
import type { JobId } from "./JobId";
import type { MadeBeforeView } from "./MadeBeforeView";
import type { MakingModelView } from "./MakingModelView";
import type { PrivateDataView } from "./PrivateDataView";

/**
 * What is known of a person before any model is asked.
 */
export type MessagesPlanView = { job_id: JobId, person: string, name: string, messages: number, first: string | null, last: string | null, 
/**
 * How they write, measured; one sentence each.
 */
style: Array<string>, exchanges: Array<ExchangeView>, private_data: PrivateDataView, 
/**
 * Older messages that are too many to be read.
 */
is_cut: boolean, full: EstimateView, quick: EstimateView, model: MakingModelView, 
/**
 * The character that was made before of messages of the same person.
 */
made_before: MadeBeforeView | null, };
