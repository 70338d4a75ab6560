// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Axis } from "./Axis";
import type { RelationshipEventView } from "./RelationshipEventView";

/**
 * One axis as it stands.
 */
export type AxisView = { axis: Axis, 
/**
 * Always true for trust and familiarity.
 */
enabled: boolean, locked: boolean, 
/**
 * From -3 to 3; the catalogue has a phrase for each.
 */
level: number, 
/**
 * Newest first, at most 20.
 */
events: Array<RelationshipEventView>, };
