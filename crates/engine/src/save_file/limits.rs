//! The bounds of what a save file may hold. Characters are Unicode scalar values.

/// Bytes of a whole file on the reader's own computer.
pub const FILE_BYTES: u64 = 256 << 20;
/// How deep JSON may nest.
pub const DEPTH: u32 = 128;
/// Messages of all branches together.
pub const MESSAGES: usize = 1_000_000;
/// Conversations of one file.
pub const CONVERSATIONS: usize = 10_000;
/// Wordings of one message.
pub const ALTERNATES: usize = 1_000;
/// Bytes of one message as JSON.
pub const MESSAGE_BYTES: usize = 16 << 20;
/// Characters of one wording, and of what a model thought.
pub const TEXT: usize = 1_000_000;
/// Characters of a title.
pub const TITLE: usize = 200;
/// Characters of what stands in the composer.
pub const DRAFT: usize = 100_000;
/// Characters of a persona's name.
pub const PERSONA_NAME: usize = 100;
/// Characters of a persona's description.
pub const PERSONA_DESCRIPTION: usize = 4_000;
/// Characters of a character's name.
pub const CHARACTER_NAME: usize = 200;
/// Characters of a model's name.
pub const MODEL: usize = 400;
/// Characters of a language's tag.
pub const LANGUAGE: usize = 35;
/// Sections of one conversation that are kept without being used, and the characters of the name of one.
pub const SECTIONS: usize = 64;
pub const SECTION_NAME: usize = 100;
/// Facts of one conversation.
pub const FACTS: usize = 100_000;
/// Memories of a conversation that the reader corrected, and memories of a character's own past.
pub const MEMORIES: usize = 100_000;
/// Errors that are listed; the rest is counted.
pub const LISTED_ERRORS: usize = 50;
