// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A run of an excerpt.
 */
export type ExcerptRun = { text: string, found: boolean, };
