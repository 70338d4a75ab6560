//! Memory in three layers: the recent messages word for word, a cumulative summary of what came before, and long-term facts;
//! beside them the relationship. What is derived belongs to the path of messages that it was read from.
//!
//! In reading order: what there is ([`types`]) and what clients are shown of it ([`view`]); when two texts are the same
//! ([`normalise`]) and what is read next ([`plan`]).

pub mod types;
pub mod view;

pub mod normalise;
pub mod plan;

pub use types::*;
