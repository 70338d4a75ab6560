//! Memory in three layers: the recent messages word for word, a cumulative summary of what came before, and long-term facts;
//! beside them the relationship. What is derived belongs to the path of messages that it was read from.
//!
//! In reading order: what there is ([`types`]) and what clients are shown of it ([`view`]); when two texts are the same
//! ([`normalise`], [`sayings`]) and what is read next ([`plan`]); how a model reads it ([`extraction`]), or rules do ([`rules`]); which fact a
//! new one makes untrue ([`contradiction`]) and what a prompt does with that ([`superseded`]), and where the relationship stands ([`relationship`]).

pub mod types;
pub mod view;

pub mod normalise;
pub mod plan;
pub mod sayings;
pub(crate) mod sentences;
pub(crate) mod words;

pub mod contradiction;
pub mod extraction;
pub mod relationship;
pub mod rules;
pub mod superseded;

pub use types::*;
