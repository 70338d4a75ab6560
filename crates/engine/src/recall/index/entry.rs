//! What of an utterance is kept in the index.

use std::collections::BTreeMap;

use super::{Count, Index, Slot, Speaker, TermEntry, Utterance, names};
use crate::recall::terms::{Foreign, Term, foreign, rough, terms};
use crate::recall::times::{day_of, days_in};
use crate::recall::traits::Traits;

impl Index {
    pub(super) fn slot_of(&mut self, utterance: &Utterance<'_>) -> Slot {
        let words = terms(utterance.text);
        let traits = Traits::of(utterance.text, &words);
        let day = day_of(utterance.at.to_zoned(self.zone.clone()).date());
        let foreign = foreign(utterance.text);
        let speaker = self.speaker_number(utterance.speaker);
        let asked_from = asked_terms(utterance.text);
        let (ids, counts) = self.count(&words, foreign, &asked_from);
        Slot {
            key: utterance.key,
            group: utterance.group,
            sitting: self.sitting_number(utterance.group, utterance.sitting),
            position: utterance.position,
            speaker,
            by_user: utterance.by_user,
            at: utterance.at,
            day,
            emotion: utterance.emotion,
            told: days_in(&words, day),
            mentions: self.mentioned(&words),
            asked_words: counts.iter().fold(0, |sum, count| count.asked.saturating_add(sum)),
            traits,
            words: ids,
            counts,
            sentence: utterance.sentence.clone(),
            before: None,
            after: None,
            is_foreign: foreign == Foreign::Yes,
        }
    }

    fn count(&mut self, words: &[Term], foreign: Foreign, asked: &[Term]) -> (Vec<u32>, Vec<Count>) {
        let mut ids = Vec::new();
        let mut counts: BTreeMap<u32, Count> = BTreeMap::new();
        let mut add = |term: u32, asked: bool| {
            let count = counts.entry(term).or_insert(Count { term, all: 0, asked: 0 });
            if asked {
                count.asked = count.asked.saturating_add(1);
            } else {
                count.all = count.all.saturating_add(1);
            }
        };
        for word in words {
            let id = self.term_number(&word.stem, word.is_stop, Some(&word.form));
            add(id, false);
            if !word.is_stop {
                ids.push(id);
            }
            if foreign != Foreign::No
                && let Some(rough) = rough(word)
            {
                let id = self.term_number(&rough, false, None);
                add(id, false);
            }
        }
        for word in asked.iter().filter(|word| !word.is_stop) {
            let id = self.term_number(&word.stem, word.is_stop, None);
            add(id, true);
        }
        (ids, counts.into_values().collect())
    }

    fn term_number(&mut self, stem: &str, is_stop: bool, form: Option<&str>) -> u32 {
        let row = || self.table.as_ref().zip(form).and_then(|(table, form)| table.row(form));
        if let Some(number) = self.vocabulary.get(stem).copied() {
            if !is_stop && self.terms[number as usize].row.is_none() {
                let row = row();
                self.set_row(number, row);
            }
            return number;
        }
        let number = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        let row = row().filter(|_| !is_stop);
        self.terms.push(TermEntry {
            postings: Vec::new(),
            holding: 0,
            is_stop,
            row: None,
        });
        self.set_row(number, row);
        self.vocabulary.insert(stem.into(), number);
        number
    }

    fn set_row(&mut self, term: u32, row: Option<u32>) {
        if let Some(row) = row {
            self.terms[term as usize].row = Some(row);
            self.by_row.entry(row).or_default().push(term);
        }
    }

    fn speaker_number(&mut self, name: &str) -> u32 {
        let known = self.speakers.iter().position(|speaker| speaker.name == name);
        let number = known.unwrap_or_else(|| {
            let words = terms(name).into_iter().map(|term| term.form).collect();
            let name = name.to_owned();
            self.speakers.push(Speaker { words, name });
            self.speakers.len() - 1
        });
        u32::try_from(number).unwrap_or(u32::MAX)
    }

    fn sitting_number(&mut self, group: u32, sitting: u32) -> u32 {
        let next = u32::try_from(self.sitting_lengths.len()).unwrap_or(u32::MAX);
        let number = *self.sitting_numbers.entry((group, sitting)).or_insert(next);
        if number == next {
            self.sitting_lengths.push(0.0);
        }
        number
    }

    fn mentioned(&self, words: &[Term]) -> Vec<u32> {
        let says = |speaker: &Speaker| {
            speaker
                .words
                .first()
                .is_some_and(|name| words.iter().any(|word| names(&word.form, name)))
        };
        let numbers = 0_u32..;
        self.speakers
            .iter()
            .zip(numbers)
            .filter(|(speaker, _)| says(speaker))
            .map(|(_, number)| number)
            .collect()
    }
}

/// The terms of a text's question sentences.
fn asked_terms(text: &str) -> Vec<Term> {
    let mut asked = Vec::new();
    for sentence in text.split_inclusive(['.', '!', '?', '\n', '\u{3002}', '\u{ff1f}', '\u{61f}']) {
        if sentence.ends_with(['?', '\u{ff1f}', '\u{61f}']) {
            asked.extend(terms(sentence));
        }
    }
    asked
}
