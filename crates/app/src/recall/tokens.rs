//! Token vectors that were read lately. A look at memories compares those of its candidates and of a background that hardly changes;
//! the candidates of one message are often those of the next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::recall::TokenVectors;

/// So many are held as lately needed, and as many that were needed before; about four kilobytes each.
const MOST_HELD: usize = 2_048;

pub(super) type Tokens = HashMap<u64, Arc<TokenVectors>>;

/// What is needed again and again, as the background is, moves on to the next generation; the rest is let go with its own.
#[derive(Default)]
struct Generations {
    lately: Tokens,
    before: Tokens,
}

impl Generations {
    fn get(&self, key: u64) -> Option<&Arc<TokenVectors>> {
        self.lately.get(&key).or_else(|| self.before.get(&key))
    }
}

/// By the key of the utterance.
#[derive(Default)]
pub(super) struct LatelyRead {
    held: Mutex<Generations>,
    /// Where they are kept, as far as it is known.
    places: Mutex<HashMap<u64, i64>>,
}

impl LatelyRead {
    /// Those of these utterances that are held.
    pub fn of(&self, keys: impl Iterator<Item = u64>) -> Tokens {
        let held = self.held();
        keys.filter_map(|key| Some((key, held.get(key)?.clone()))).collect()
    }

    /// Holds what one look needed.
    pub fn hold(&self, tokens: &Tokens) {
        let mut held = self.held();
        if held.lately.len() + tokens.len() > MOST_HELD {
            held.before = std::mem::take(&mut held.lately);
        }
        held.lately
            .extend(tokens.iter().map(|(key, tokens)| (*key, tokens.clone())));
    }

    /// An utterance says something else now, or nothing.
    pub fn let_go(&self, key: u64) {
        let mut held = self.held();
        held.lately.remove(&key);
        held.before.remove(&key);
        self.places().remove(&key);
    }

    /// Where the vectors of an utterance are kept.
    pub fn note_place(&self, key: u64, place: i64) {
        self.places().insert(key, place);
    }

    pub fn place_of(&self, key: u64) -> Option<i64> {
        self.places().get(&key).copied()
    }

    fn held(&self) -> MutexGuard<'_, Generations> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn places(&self) -> MutexGuard<'_, HashMap<u64, i64>> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
