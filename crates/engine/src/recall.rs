//! Recall: which of all that was said belongs to what is said now. No model is asked; every part of the score can be named.
//!
//! The way of a query: an [`Index`] holds the utterances; [`Query::new`] reads the text; [`Search::new`] brings both together;
//! [`Search::candidates`] picks some hundred utterances by words and meaning; [`Search::score`] looks at them closely, with the token
//! vectors that the caller reads for them, and gives each its reasons. Without an encoder the [`WordTable`] stands in for it, and
//! without that, or in a language that it does not know, the words alone.
//!
//! In reading order: words (`terms`, `stop`, `irregular`, `porter`, `traits`, `times`), vectors (`vectors`, `products`, `table`, `encoding`), what
//! can be recalled (`index`), what is looked for (`query`), and the way from one to the other (`lexical`, `matching`, `search`,
//! `features`, `scorer`).

mod encoding;
mod features;
mod index;
mod irregular;
mod lexical;
mod matching;
mod porter;
mod products;
mod query;
mod scorer;
mod search;
mod stop;
mod table;
mod terms;
#[cfg(test)]
mod tests;
mod times;
mod traits;
mod vectors;

pub use encoding::{Encoding, encoded_query, encoder_text, utterance_vectors};
pub use features::Columns;
pub use index::{Index, Utterance};
pub use query::{Asks, EncodedQuery, Query};
pub use scorer::{Configuration, FeatureWeight, Models, Part, Reason, Recalled, Weights, built_in_weights};
pub use search::Search;
pub use table::{WordTable, built_in_table};
pub(crate) use terms::terms;
pub use vectors::{
    ENCODER_DIMENSIONS, Projection, SentenceVector, TOKEN_DIMENSIONS, TokenVectors, built_in_projection,
};
