// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How a job stands.
 */
export type JobState = "planning" | "running" | "paused" | "review" | "saved";
