//! A character out of a novel, or out of what somebody wrote.
//!
//! In reading order: files from outside are read ([`books`], [`exports`]).
//!
//! Absent on purpose: a call to a model before the reader has seen the plan.

pub mod books;
pub mod exports;
