// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How far a job is.
 */
export type ProgressView = { calls: number, done: number, 
/**
 * Of those that are done, calls whose every try failed; the passage's own sentences stand in.
 */
failed: number, in_flight: number, 
/**
 * None while nothing can be said.
 */
seconds_left: number | null, };
