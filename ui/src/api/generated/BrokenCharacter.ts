// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Why a character's file cannot be used.
 */
export type BrokenCharacter = { 
/**
 * File name, without folders.
 */
file: string, 
/**
 * Where in the file, as a JSON path; empty for the whole file.
 */
path: string, reason: string, };
