//! One query on its way through the index: candidates first, then what speaks for each of them.

mod candidates;

use std::collections::HashMap;

use super::features::{Columns, Frame, columns};
use super::index::{Index, Slot, names};
use super::lexical::{QueryTerm, Scores, idf, scores};
use super::matching::Matching;
use super::query::{EncodedQuery, Query, is_skipped};
use super::scorer::{Configuration, Recalled, Weights, ranked};
use super::terms::{Foreign, rough};
use super::times::{Days, Precision};
use super::traits::Kind;
use super::vectors::TokenVectors;

/// After so long a break, in seconds, another sitting begins.
const SITTING_SECONDS: i64 = 2 * 60 * 60;

/// Words that ask for what was last.
const RECENT_WORDS: [&str; 6] = ["recently", "recent", "lately", "latest", "last", "currently"];

/// One query on its way through the index.
pub struct Search<'index> {
    pub(super) index: &'index Index,
    pub(super) query: &'index Query,
    pub(super) terms: Vec<QueryTerm>,
    pub(super) scores: Scores,
    pub(super) matching: Option<Matching>,
    encoded: Option<EncodedQuery>,
    configuration: Configuration,
    /// Speakers that the query names.
    named: Vec<u32>,
    days: Vec<Days>,
}

impl<'index> Search<'index> {
    /// [`Configuration::Full`] begins with the words and the word table; what an encoder makes of the query is added when it is ready
    /// ([`Self::with_encoded`]). Until then, and without it, it is as [`Configuration::Static`]; without a table the words alone remain.
    pub fn new(index: &'index Index, query: &'index Query, configuration: Configuration) -> Self {
        let configuration = match configuration != Configuration::Lexical && index.table.is_some() {
            true => Configuration::Static,
            false => Configuration::Lexical,
        };
        let named = named(index, query);
        let terms = query_terms(index, query);
        let mut scores = scores(index, &terms);
        let content: Vec<&QueryTerm> = terms
            .iter()
            .filter(|term| !term.is_stop && !term.stem.starts_with('~'))
            .collect();
        let topical: Vec<&QueryTerm> = content.iter().copied().filter(|term| !is_skipped(&term.stem)).collect();
        let matching = (configuration == Configuration::Static)
            .then(|| Matching::new(index, if topical.is_empty() { &content } else { &topical }))
            .flatten();
        if let Some(matching) = &matching {
            matching.score(index, &mut scores);
        }
        let mut search = Self {
            index,
            query,
            terms,
            scores,
            matching,
            encoded: None,
            configuration,
            named,
            days: query.days.clone(),
        };
        search.days.extend(search.anchored_days());
        search
    }

    /// With what an encoder made of the query: from now on meaning counts.
    #[must_use]
    pub fn with_encoded(mut self, encoded: EncodedQuery) -> Self {
        self.encoded = Some(encoded);
        self.configuration = Configuration::Full;
        self
    }

    /// What speaks for each of the candidates; the keys that are known, and the columns in their order.
    pub fn features<'tokens>(
        &self,
        keys: &[u64],
        tokens: &dyn Fn(u64) -> Option<&'tokens TokenVectors>,
    ) -> (Vec<u64>, Columns) {
        let numbers: Vec<u32> = keys.iter().filter_map(|key| self.index.number_of(*key)).collect();
        let frame = Frame::new(self, &numbers);
        let keys = frame.slots.iter().map(|slot| slot.key).collect();
        (keys, columns(&frame, tokens))
    }

    /// The candidates by their score, best first. `tokens` hands out the token vectors of an utterance, where it has them (those of
    /// [`Index::background`] are asked for too); `graph` is how near utterances are in the memory graph, 0 to 1.
    pub fn score<'tokens>(
        &self,
        keys: &[u64],
        tokens: &dyn Fn(u64) -> Option<&'tokens TokenVectors>,
        graph: &[(u64, f32)],
        weights: &Weights,
    ) -> Vec<Recalled> {
        let (keys, columns) = self.features(keys, tokens);
        let near: HashMap<u64, f32> = graph.iter().copied().collect();
        let graph: Vec<f32> = keys
            .iter()
            .map(|key| near.get(key).copied().unwrap_or_default())
            .collect();
        let none = Vec::new();
        let models = weights.models.get(&self.configuration);
        let model = models.map_or(&none, |models| {
            match (self.query.is_statement(), self.opens_sitting()) {
                (false, _) => &models.question,
                (true, false) => &models.statement,
                (true, true) => &models.opening,
            }
        });
        ranked(&keys, &columns, model, &graph, weights.graph)
    }

    /// Whether nothing was said for a while before the query.
    pub fn opens_sitting(&self) -> bool {
        let now = self.query.now.as_second();
        self.index
            .last_second(now)
            .is_some_and(|last| now - last >= SITTING_SECONDS)
    }

    pub(super) fn encoded(&self) -> Option<&EncodedQuery> {
        self.encoded.as_ref()
    }

    pub(super) fn days(&self) -> &[Days] {
        &self.days
    }

    /// The one speaker that the query names.
    pub(super) fn named_speaker(&self) -> Option<u32> {
        match self.named.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    pub(super) fn speaker_fit(&self, slot: &Slot) -> f32 {
        self.named_speaker()
            .map_or(0.5, |named| f32::from(u8::from(slot.speaker == named)))
    }

    pub(super) fn asks_for_recent(&self) -> bool {
        self.query
            .terms
            .iter()
            .any(|term| RECENT_WORDS.contains(&term.form.as_str()))
    }

    /// The tokens that are compared, and how much each counts: function words, names and marks match anything.
    pub(super) fn kept_pieces(&self, encoded: &EncodedQuery) -> Vec<(usize, f32)> {
        let mut kept = Vec::new();
        for (start, end) in words_of(&encoded.pieces) {
            let word: String = encoded.pieces[start..end]
                .iter()
                .map(|piece| piece.trim_start_matches("##"))
                .collect();
            if is_skipped(&word) || self.is_name(&word) {
                continue;
            }
            let stem = super::terms::terms(&word)
                .into_iter()
                .next()
                .map(|term| term.stem)
                .unwrap_or_default();
            let term = self.terms.iter().find(|term| term.stem == stem);
            let weight = term.map_or(1.0, |term| term.idf);
            kept.extend((start..end).map(|piece| (piece, weight)));
        }
        if kept.is_empty() {
            kept.extend((0..encoded.pieces.len().min(encoded.tokens.len())).map(|piece| (piece, 1.0)));
        }
        kept.retain(|(piece, _)| *piece < encoded.tokens.len());
        kept
    }

    fn is_name(&self, word: &str) -> bool {
        self.index
            .speakers
            .iter()
            .any(|speaker| speaker.words.iter().any(|name| name == word))
    }

    /// "two weeks after the trip": counted from what matches the words behind "after" best.
    fn anchored_days(&self) -> Option<Days> {
        let anchored = self.query.anchored?;
        let words = &self.query.terms[anchored.anchor.min(self.query.terms.len())..];
        let anchor: Vec<QueryTerm> = words
            .iter()
            .filter(|term| !term.is_stop)
            .map(|term| query_term(self.index, &term.stem, false))
            .collect();
        let found = scores(self.index, &anchor);
        let (number, _) = found
            .slots()
            .map(|slot| (slot, found.of(slot).context))
            .filter(|(_, score)| *score > 0.0)
            .max_by(|left, right| left.1.total_cmp(&right.1).then(right.0.cmp(&left.0)))?;
        let slot = self.index.slot(number)?;
        let told = slot.told.iter().find(|days| days.precision <= Precision::Week);
        let (first, last) = told.map_or((slot.day, slot.day), |days| (days.first, days.last));
        Some(Days {
            first: first + anchored.offset - anchored.tolerance,
            last: last + anchored.offset + anchored.tolerance,
            precision: Precision::Week,
            is_relative: false,
        })
    }
}

/// The speakers that a query names. "You" and "I" name them too, where no name does.
fn named(index: &Index, query: &Query) -> Vec<u32> {
    let says = |name: &str| query.terms.iter().any(|term| names(&term.form, name));
    let numbers = (0_u32..).zip(&index.speakers);
    let named: Vec<u32> = numbers
        .filter(|(_, speaker)| speaker.words.first().is_some_and(|name| says(name)))
        .map(|(number, _)| number)
        .collect();
    if !named.is_empty() || query.is_statement() {
        return named;
    }
    let (first, second) = (
        query.traits.count(Kind::FirstPerson),
        query.traits.count(Kind::SecondPerson),
    );
    let by_user = match (first > 0, second > 0) {
        (true, false) => true,
        (false, true) => false,
        _ => return named,
    };
    let mut said: Vec<u32> = index
        .slots
        .iter()
        .flatten()
        .filter(|slot| slot.by_user == by_user)
        .map(|slot| slot.speaker)
        .take(1)
        .collect();
    said.dedup();
    said
}

/// The query's words, without the names of the speakers: they are in the speaker's own features.
fn query_terms(index: &Index, query: &Query) -> Vec<QueryTerm> {
    let is_name = |form: &str| {
        index.speakers.iter().any(|speaker| {
            speaker
                .words
                .iter()
                .any(|name| form.strip_suffix("'s").unwrap_or(form) == name)
        })
    };
    let mut terms = Vec::new();
    let looks_foreign =
        query.foreign == Foreign::Yes || (query.foreign == Foreign::Perhaps && index.foreign * 10 > index.len());
    for term in query.terms.iter().filter(|term| !is_name(&term.form)) {
        let mut known = query_term(index, &term.stem, term.is_stop);
        known.row = index.table.as_ref().and_then(|table| table.row(&term.form));
        known.rarity = index.table.as_ref().map_or(1.0, |table| table.rarity(known.row));
        terms.push(known);
        if looks_foreign && let Some(rough) = rough(term) {
            terms.push(query_term(index, &rough, false));
        }
    }
    terms
}

fn query_term(index: &Index, stem: &str, is_stop: bool) -> QueryTerm {
    let id = index.term(stem);
    let holding = id.map_or(0, |id| index.terms[id as usize].postings.len());
    QueryTerm {
        stem: stem.to_owned(),
        id,
        row: None,
        is_stop,
        idf: idf(index.len(), holding),
        rarity: 1.0,
    }
}

/// Where the words begin and end among the pieces.
fn words_of(pieces: &[String]) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        match words.last_mut() {
            Some((_, end)) if piece.starts_with("##") => *end = place + 1,
            _ => words.push((place, place + 1)),
        }
    }
    words
}
