//! What a prompt holds of memory: the summary, the facts and the relationship, as far as they fit.

use jiff::civil::DateTime;
use serde::Serialize;

use super::recalled::RecalledMemory;
use super::scene::Scene;
use super::{PartName, PromptError, Templates};
use crate::clock;
use crate::ids::MessageId;
use crate::memory::relationship::phrase;
use crate::memory::sentences::sentences;
use crate::memory::superseded::{SupersededFact, still_true};
use crate::memory::view::{LeftOutReason, LeftOutView, SentFactView};
use crate::memory::{Axis, Fact, FactKind, MOST_AUTOMATIC_FACTS, MOST_PINNED_FACTS, Summary, SummaryKind};

/// Younger facts, in seconds, need no word about their age.
const NOTICEABLE_AGE_SECONDS: i64 = 20 * 60 * 60;

/// What is remembered in a conversation, as a prompt takes it. The default remembers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct MemoryContext<'a> {
    /// What is told of the messages before `summary_end`, none of which is sent then.
    pub summary: Option<&'a Summary>,
    pub summary_end: u32,
    /// What is not true any more, with what is.
    pub superseded: &'a [SupersededFact],
    /// All active facts, superseded ones not among them, in any order.
    pub facts: &'a [RememberedFact<'a>],
    /// The axes that are on, in their order.
    pub relationship: &'a [AxisContext<'a>],
    /// Messages that are sent to no model.
    pub excluded: &'a [MessageId],
    /// What the last message called to mind, the most telling first.
    pub recalled: &'a [RecalledMemory],
    /// At most so many tokens of it are sent.
    pub recalled_tokens: usize,
    /// How much more came to mind than is sent at once.
    pub recalled_beyond: u32,
    /// The positions of all of them, for telling how many there are beyond the messages that were read for a prompt.
    pub excluded_at: &'a [u32],
}

/// A fact, and since when it is known, where the reader is.
#[derive(Debug, Clone, Copy)]
pub struct RememberedFact<'a> {
    pub fact: &'a Fact,
    pub known_since: Option<DateTime>,
    /// Whether it is a sentence of the reader, word for word.
    pub is_own_words: bool,
}

/// Where an axis stands.
#[derive(Debug, Clone, Copy)]
pub struct AxisContext<'a> {
    pub axis: Axis,
    /// From -3 to 3.
    pub level: i8,
    /// The reason of its last development; empty for none.
    pub reason: &'a str,
}

/// The parts for a prompt, in their order.
#[derive(Debug, Default)]
pub struct MemoryParts {
    pub parts: Vec<(PartName, String)>,
    pub facts: Vec<SentFactView>,
    pub left_out: Vec<LeftOutView>,
}

#[derive(Serialize)]
struct Values<'a> {
    char: &'a str,
    user: &'a str,
    summary: &'a str,
    is_extractive: bool,
    facts: &'a [FactValues],
    axes: Vec<AxisValues<'a>>,
}

#[derive(Debug, Clone, Serialize)]
struct FactValues {
    text: String,
    ago: String,
    is_own_words: bool,
}

#[derive(Serialize)]
struct AxisValues<'a> {
    phrase: String,
    reason: &'a str,
}

impl MemoryContext<'_> {
    /// Where the messages begin that are sent: a summary tells of those before.
    pub(super) fn begins_at(&self) -> u32 {
        self.told().map_or(0, |_| self.summary_end)
    }

    fn told(&self) -> Option<&Summary> {
        self.summary.filter(|summary| !summary.text.trim().is_empty())
    }

    /// What the summary says that still holds.
    fn still_told(&self, user: &str) -> Option<(String, SummaryKind)> {
        let summary = self.told()?;
        let text = still_true(&summary.text, summary.kind, self.superseded, user);
        (!text.trim().is_empty()).then_some((text, summary.kind))
    }

    pub(super) fn excludes(&self, id: MessageId) -> bool {
        self.excluded.contains(&id)
    }

    /// How many excluded messages stand before a position.
    pub(super) fn excluded_before(&self, position: u32) -> u32 {
        number(self.excluded_at.iter().filter(|at| **at < position).count())
    }
}

/// Renders what fits into `free_tokens`: first the relationship, which is short, then the facts up to half of the rest, pinned ones
/// before automatic ones, and then the summary, whose end is kept when not all of it fits.
pub fn memory_parts(
    templates: &Templates,
    scene: &Scene,
    memory: &MemoryContext<'_>,
    now: DateTime,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<MemoryParts, PromptError> {
    let mut made = MemoryParts::default();
    let mut room = free_tokens;
    let fits = |text: String, room: &mut usize| {
        let tokens = count(&text);
        (tokens <= *room).then(|| {
            *room -= tokens;
            text
        })
    };
    let relationship = match relationship(templates, scene, memory)? {
        Some(text) => fits(text, &mut room),
        None => None,
    };
    let for_facts = if memory.told().is_some() { room / 2 } else { room };
    let facts = chosen_facts(memory, &mut made.left_out);
    let facts = facts_part(templates, scene, &facts, (now, for_facts), count, &mut made)?
        .and_then(|text| fits(text, &mut room));
    let summary = memory.still_told(scene.user());
    let is_told = summary.is_some();
    let summary = match summary {
        Some((text, kind)) => summary_part(templates, scene, (&text, kind), room, count)?,
        None => None,
    };
    let left_out = |what, count| LeftOutView {
        what,
        count,
        why: LeftOutReason::Window,
    };
    if is_told && summary.is_none() {
        made.left_out.push(left_out(PartName::Summary, 1));
    }
    if !memory.relationship.is_empty() && relationship.is_none() {
        made.left_out
            .push(left_out(PartName::Relationship, number(memory.relationship.len())));
    }
    let parts = [
        (PartName::Summary, summary),
        (PartName::Facts, facts),
        (PartName::Relationship, relationship),
    ];
    made.parts = parts
        .into_iter()
        .filter_map(|(name, text)| Some((name, text?)))
        .collect();
    Ok(made)
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn values<'a>(scene: &'a Scene, facts: &'a [FactValues]) -> Values<'a> {
    Values {
        char: scene.char(),
        user: scene.user(),
        summary: "",
        is_extractive: false,
        facts,
        axes: Vec::new(),
    }
}

fn relationship(
    templates: &Templates,
    scene: &Scene,
    memory: &MemoryContext<'_>,
) -> Result<Option<String>, PromptError> {
    if memory.relationship.is_empty() {
        return Ok(None);
    }
    let axes = memory.relationship.iter().map(|axis| AxisValues {
        phrase: phrase(axis.axis, axis.level, scene.user()),
        reason: axis.reason.trim(),
    });
    let values = Values {
        axes: axes.collect(),
        ..values(scene, &[])
    };
    templates.render("relationship.md", &values).map(Some)
}

/// The facts that may be sent, in the order in which they are: pinned ones, newest first, then automatic ones, the most important
/// and newest first.
fn chosen_facts<'a>(memory: &MemoryContext<'a>, left_out: &mut Vec<LeftOutView>) -> Vec<RememberedFact<'a>> {
    let mut pinned: Vec<RememberedFact<'a>> = Vec::new();
    let mut automatic: Vec<RememberedFact<'a>> = Vec::new();
    for fact in memory.facts {
        match fact.fact.kind {
            FactKind::Pinned => pinned.push(*fact),
            FactKind::Automatic => automatic.push(*fact),
        }
    }
    let newest = |fact: &Fact| std::cmp::Reverse((fact.created_at, fact.id));
    pinned.sort_by_key(|fact| newest(fact.fact));
    automatic.sort_by_key(|fact| (std::cmp::Reverse(fact.fact.importance), newest(fact.fact)));
    let too_many =
        pinned.len().saturating_sub(MOST_PINNED_FACTS) + automatic.len().saturating_sub(MOST_AUTOMATIC_FACTS);
    pinned.truncate(MOST_PINNED_FACTS);
    automatic.truncate(MOST_AUTOMATIC_FACTS);
    if too_many > 0 {
        left_out.push(LeftOutView {
            what: PartName::Facts,
            count: number(too_many),
            why: LeftOutReason::Limit,
        });
    }
    pinned.append(&mut automatic);
    pinned
}

/// The first facts that fit.
fn facts_part(
    templates: &Templates,
    scene: &Scene,
    facts: &[RememberedFact<'_>],
    (now, room): (DateTime, usize),
    count: &dyn Fn(&str) -> usize,
    made: &mut MemoryParts,
) -> Result<Option<String>, PromptError> {
    let all: Vec<FactValues> = facts.iter().map(|fact| fact_values(scene, *fact, now)).collect();
    let mut fitting = all.len();
    let mut text = None;
    while fitting > 0 {
        let rendered = templates.render("facts.md", &values(scene, &all[..fitting]))?;
        let tokens = count(&rendered);
        if tokens <= room {
            text = Some(rendered);
            break;
        }
        // In proportion, and at least one fewer.
        fitting = (fitting * room / tokens).min(fitting - 1);
    }
    if fitting < facts.len() {
        made.left_out.push(LeftOutView {
            what: PartName::Facts,
            count: number(facts.len() - fitting),
            why: LeftOutReason::Window,
        });
    }
    let sent = facts[..fitting].iter().map(|fact| SentFactView {
        id: fact.fact.id,
        text: fact.fact.text.clone(),
        kind: fact.fact.kind,
    });
    made.facts = sent.collect();
    Ok(text)
}

fn fact_values(scene: &Scene, remembered: RememberedFact<'_>, now: DateTime) -> FactValues {
    let since = remembered
        .known_since
        .filter(|since| now.duration_since(*since).as_secs() >= NOTICEABLE_AGE_SECONDS);
    FactValues {
        // A fact is one line, and cannot begin a part of its own.
        text: remembered.fact.text.split_whitespace().collect::<Vec<_>>().join(" "),
        ago: since
            .map(|since| clock::ago(since, now, scene.language_tag()))
            .unwrap_or_default(),
        is_own_words: remembered.is_own_words,
    }
}

fn summary_part(
    templates: &Templates,
    scene: &Scene,
    (text, kind): (&str, SummaryKind),
    room: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<Option<String>, PromptError> {
    let text = text.trim();
    let mut beginnings = sentences(text).into_iter().skip(1);
    let mut rest = text;
    loop {
        let values = Values {
            summary: rest,
            is_extractive: kind == SummaryKind::Extractive,
            ..values(scene, &[])
        };
        let rendered = templates.render("summary.md", &values)?;
        if count(&rendered) <= room {
            return Ok(Some(rendered));
        }
        // How things stand now matters most: the oldest sentence goes.
        let Some(next) = beginnings.next() else { return Ok(None) };
        let from = rest.char_indices().nth(1).map_or(rest.len(), |(place, _)| place);
        match rest[from..].find(next) {
            Some(place) => rest = &rest[from + place..],
            None => return Ok(None),
        }
    }
}
