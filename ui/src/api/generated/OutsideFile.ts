// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A file outside the app. A path is taken only from the desktop and the command line.
 */
export type OutsideFile = { "path": string } | { "handle": string };
