//! Bounds of what is read of a book. All are on bytes that really come out, not on what a file says of itself.

/// One file inside an EPUB, unpacked, and a book that is one text, in bytes.
pub const ENTRY: u64 = 32 << 20;
/// All files inside an EPUB that are read, unpacked, in bytes.
pub const ALL: u64 = 256 << 20;
/// The text that is kept of a book, in bytes. The longest novels have about 12 MB.
pub const TEXT: usize = 48 << 20;
/// The paragraphs of a book.
pub const PARAGRAPHS: usize = 400_000;
/// The files that an EPUB may hold.
pub const FILES: u64 = 50_000;
/// The list of files at the end of an EPUB, in bytes: what has to be held in memory before one of them is read.
pub const DIRECTORY: u64 = 16 << 20;
/// Entries of the contents, items of the manifest, items of the reading order.
pub const ITEMS: usize = 20_000;
/// The longest title of a book or chapter, in characters.
pub const TITLE: usize = 300;
/// What the entities that a page declares itself may add to it, in bytes.
pub const ENTITIES: usize = 1 << 20;
