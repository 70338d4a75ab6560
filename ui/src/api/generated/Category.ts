// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A category and how many characters stand in it.
 */
export type Category = { name: string, characters: number, };
