// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ErrorView } from "./ErrorView";
import type { FoundView } from "./FoundView";
import type { JobId } from "./JobId";
import type { JobState } from "./JobState";
import type { MakingKind } from "./MakingKind";
import type { MakingModelView } from "./MakingModelView";
import type { ProgressView } from "./ProgressView";

/**
 * A job as lists show it.
 */
export type JobView = { id: JobId, kind: MakingKind, state: JobState, title: string, 
/**
 * Empty until it is planned.
 */
person: string, quick: boolean, model: MakingModelView | null, progress: ProgressView, 
/**
 * What its calls found last, the newest first; nothing unless it runs or is paused.
 */
found: Array<FoundView>, 
/**
 * Why it was stopped, when the reader did not stop it.
 */
error: ErrorView | null, 
/**
 * The character that was saved.
 */
character_id: CharacterId | null, 
/**
 * 0 without a draft.
 */
draft_revision: number, created_at: string, updated_at: string, };
