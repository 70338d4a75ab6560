// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Which columns of a table hold what, counted from 0.
 */
export type TableColumns = { author: number, time?: number, text: number, 
/**
 * Whether the first row names the columns.
 */
has_header: boolean, };
