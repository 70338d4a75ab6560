//! Memory in three layers: the recent messages word for word, a cumulative summary of what came before, and long-term facts;
//! beside them the relationship. What is derived belongs to the path of messages that it was read from.
//!
//! In reading order: what there is ([`types`]) and what clients are shown of it ([`view`]).

pub mod types;
pub mod view;

pub use types::*;
