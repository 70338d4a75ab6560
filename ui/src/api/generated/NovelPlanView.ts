// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { AliasView } from "./AliasView";
import type { EstimateView } from "./EstimateView";
import type { JobId } from "./JobId";
import type { MadeBeforeView } from "./MadeBeforeView";
import type { MakingModelView } from "./MakingModelView";
import type { PlannedChapterView } from "./PlannedChapterView";

/**
 * What is known of a character before any model is asked.
 */
export type NovelPlanView = { job_id: JobId, name: string, aliases: Array<AliasView>, chapters: Array<PlannedChapterView>, 
/**
 * Passages of the whole book.
 */
passages: number, 
/**
 * Lines that the character surely speaks, and some of them.
 */
lines: number, sample_lines: Array<string>, 
/**
 * How the character speaks, measured; one sentence each.
 */
speech: Array<string>, full: EstimateView, quick: EstimateView, model: MakingModelView, 
/**
 * The character that was made before of the same book and name.
 */
made_before: MadeBeforeView | null, };
