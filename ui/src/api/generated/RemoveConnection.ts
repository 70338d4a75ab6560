// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Removes a connection, its models and its saved key.
 */
export type RemoveConnection = { id: string, };
