// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * About the program and where its data lies.
 */
export type About = { version: string, 
/**
 * The data folder, for the reader to back up.
 */
data_folder: string, };
