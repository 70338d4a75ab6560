// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A client's name for one change it asks for; asking again with the same name changes nothing more.
 */
export type OperationId = string;
