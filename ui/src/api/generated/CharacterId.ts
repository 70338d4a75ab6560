// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A character's id: the stem of its file, 1 to 64 of `a-z`, `0-9`, `_` and `-`, so it is safe in a path and in an address.
 */
export type CharacterId = string;
