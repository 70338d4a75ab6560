// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Source } from "./Source";

export type RelationshipEventView = { 
/**
 * From -2 to 2, never 0.
 */
change: number, reason: string, sources: Array<Source>, created_at: number, };
