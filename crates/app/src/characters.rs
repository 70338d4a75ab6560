//! The reader's own characters: changed, copied, deleted, brought back.
//!
//! In reading order: where their files lie and how they move ([`files`]), changing and copying them ([`changing`]), the way to the trash and
//! out of it ([`removing`]), what is told of one that is not there any more ([`gone`]).
//!
//! Absent on purpose: changing what comes with the program. It is read from a folder that an update replaces.

pub mod changing;
pub mod files;
pub mod gone;
pub mod removing;
#[cfg(test)]
mod tests;
