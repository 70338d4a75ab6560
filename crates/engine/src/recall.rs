//! Recall: which of all that was said belongs to what is said now. No model is asked; every part of the score can be named.
//!
//! In reading order: words ([`terms`], [`traits`], [`times`]), what can be recalled ([`index`]), what is looked for ([`query`]), and
//! the way from one to the other ([`search`], [`features`], [`scorer`]).

mod features;
mod index;
mod irregular;
mod lexical;
mod matching;
mod porter;
mod query;
mod scorer;
mod search;
mod stop;
mod table;
mod terms;
mod times;
mod traits;
mod vectors;

pub use features::Columns;
pub use index::{Index, Utterance};
pub use query::{Asks, EncodedQuery, Query};
pub use scorer::{Configuration, FeatureWeight, Models, Part, Reason, Recalled, Weights, built_in_weights};
pub use search::{MOST_CANDIDATES, Search};
pub use table::{WordTable, built_in_table};
pub use vectors::{ENCODER_DIMENSIONS, Projection, SentenceVector, TokenVectors, built_in_projection};
