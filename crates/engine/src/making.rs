//! Making a character out of a book or of messages, as far as it is pure.
//!
//! In reading order: what a job works from ([`given`]), the calls it makes and in which order ([`steps`]), what each asks
//! ([`request`]) and what is taken from its answer ([`answers`]), what is said where no model helps ([`plain`]), when something
//! happened ([`dates`], [`times`]) and what is the same twice ([`merge`]), in which order it happened (`order`), the draft that comes of it ([`draft`]) and how the reader
//! changes it ([`edit`]), the character in the end ([`file`]) without what was taken out (`left_out`), and how a job stands ([`view`]).
//!
//! Absent on purpose: a time that a model wrote, and a trait without a place in the source.

pub mod given;

pub mod steps;

pub mod answers;
pub mod plain;
pub mod request;

pub mod dates;
pub mod merge;
mod order;
pub mod times;

pub mod draft;
pub mod edit;

pub mod file;
mod left_out;

pub mod view;

#[cfg(test)]
mod tests;

pub use draft::Draft;
pub use given::{Given, MakingKind, Part, Passage};
