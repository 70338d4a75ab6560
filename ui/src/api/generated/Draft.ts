// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { DraftLine } from "./DraftLine";
import type { DraftMemory } from "./DraftMemory";
import type { DraftTrait } from "./DraftTrait";
import type { MakingKind } from "./MakingKind";
import type { MakingMethod } from "./MakingMethod";

/**
 * A character before it is saved. Items are never removed, only dropped, so that the reader can take them back.
 */
export type Draft = { kind: MakingKind, method: MakingMethod, name: string, source: string, authors: Array<string>, description: string, role: string, background: string, universe: string, setting: string, synopsis: string, directions: string, greeting: string, tone: Array<string>, 
/**
 * Measured, one sentence each.
 */
speech: Array<string>, traits: Array<DraftTrait>, memories: Array<DraftMemory>, lines: Array<DraftLine>, 
/**
 * Titles of the chapters; of messages the months.
 */
chapters: Array<string>, 
/**
 * The summary of each chapter that was read, by its place.
 */
summaries: { [key in number]: string }, 
/**
 * The last chapter that the character knows, from 0; none: the whole story.
 */
spoiler_limit: number | null, 
/**
 * What should be known about how it came to be, in whole sentences.
 */
notes: Array<string>, 
/**
 * Whether the reader has changed it; a job that is carried out again makes another draft in its place.
 */
edited: boolean, };
