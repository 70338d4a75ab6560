// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Where something of the character's own past was found.
 */
export type MemorySource = { 
/**
 * The book, the chat or the file.
 */
title: string | null, chapter: string | null, 
/**
 * Its own words there.
 */
passage: string | null, 
/**
 * What somebody said and what the character answered, where the memory is that; it goes when the text is changed.
 */
exchange: [string, string] | null, };
