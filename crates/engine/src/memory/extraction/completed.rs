//! A very small model's answer with what rules find.

use super::ExtractionInput;
use super::check::{Candidate, Dropped, ReadAnswer, accept_facts};
use super::ground::Ground;
use crate::ids::MessageId;
use crate::memory::rules;

impl ReadAnswer {
    /// With what rules find in the same messages: a very small model overlooks most of it, and often gives back the summary that it was
    /// shown.
    pub fn with_rules(mut self, input: &ExtractionInput<'_>) -> Self {
        if input.previous == Some(&self.extraction.summary) {
            self.dropped.push(Dropped::SameSummary);
            self.extraction.summary = rules::told(input);
        }
        let read = self.extraction.facts.into_iter().map(|fact| Candidate {
            text: fact.text,
            importance: fact.importance,
            sources: fact.sources,
            replaces: fact.supersedes,
        });
        let mut candidates: Vec<Candidate> = read.chain(rules::candidates(input)).collect();
        sort_by_place(&mut candidates, input);
        self.extraction.facts = accept_facts(candidates, input, &Ground::new(input), &mut self.dropped);
        self
    }
}

/// What was said later wins over what was said before, whatever their order in the answer.
pub(super) fn sort_by_place(candidates: &mut [Candidate], input: &ExtractionInput<'_>) {
    let place = |id: &MessageId| input.messages.iter().position(|message| message.id == *id);
    candidates.sort_by_key(|candidate| candidate.sources.iter().filter_map(place).max());
}
