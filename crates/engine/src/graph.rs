//! The memory graph. A memory is one exchange (the reader's message with the reply as it is chosen), or something of the
//! character's own past; edges join those that share tags, time or feeling.
//!
//! In reading order: what a memory is made of ([`memory`]) and what was planned in it ([`planned`]); how strongly two belong
//! together ([`weights`]), the graph as it grows ([`links`]), what lies near a new turn ([`radius`]), figures and communities
//! ([`analysis`]); what clients are shown ([`view`]).

pub mod memory;
pub mod planned;

pub mod weights;

pub mod analysis;
pub mod links;
pub mod radius;

pub mod view;

#[cfg(test)]
mod tests;

pub use analysis::Analysis;
pub use links::{Edge, Graph, MOST_EDGES, Plot};
pub use radius::Near;
pub use weights::EdgeWeights;
