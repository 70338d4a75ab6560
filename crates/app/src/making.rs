//! A character out of a novel, or out of what somebody wrote.
//!
//! In reading order: files from outside are read ([`books`], [`exports`]), and what
//! they hold of one character is found without a model ([`novel`], [`messages`]).
//!
//! Jobs: where they read from ([`sources`]), what they will take ([`plans`]), starting and stopping them ([`jobs`]), and how one is
//! carried out, call by call (`run`, `calls`), and what it has `found` so far; then what came of one ([`drafts`]), perhaps
//! not for the first time (`before`).
//!
//! Absent on purpose: a call to a model before the reader has seen the plan.

pub mod books;
pub mod exports;

mod before;
mod calls;
mod cutting;
pub mod drafts;
mod found;
pub mod jobs;
pub mod messages;
mod notes;
pub mod novel;
mod past;
mod patience;
pub mod plans;
mod private;
mod run;
pub mod sources;
#[cfg(test)]
mod tests;
