//! What somebody wrote, and what is known of them before any model is asked.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::path::Path;

use engine::counted::counted;
use engine::making::given::{GivenLine, Moment};
use engine::making::{Given, MakingKind, Part, Passage};
use engine::novel::chunks::TOKENS;
use engine::private_data::{PrivateCounts, masked};
use engine::style::{ExchangeCollector, Style, StyleMeter};
use import::messages::{Message, MessageTime};
use jiff::tz::TimeZone;
use serde::Serialize;

use super::exports::{Answers, ExportReport, ReadExport, read_export};
use crate::error::{Error, Result};
use crate::models::{CountTokens, estimate_tokens};

/// Real exchanges that a draft shows.
const MOST_EXCHANGES: usize = 40;
/// After a pause of so many seconds, what was written before explains nothing any more.
const PAUSE: i64 = 6 * 60 * 60;
/// Passages are held up to so many bytes of text; of a larger export the newest.
const HELD_BYTES: usize = 64 << 20;
/// A long message counts up to so many characters.
const LONGEST_PART: usize = 4_000;
/// Messages that go along from the passage before, to be understood.
const CONTEXT_PARTS: usize = 2;

/// An export read for one person.
pub struct ReadPerson {
    pub person: String,
    pub source: String,
    pub style: Style,
    pub exchanges: Vec<GivenLine>,
    pub months: Vec<String>,
    pub passages: Vec<Passage>,
    pub private: PrivateCounts,
    pub messages: u64,
    pub first: Option<MessageTime>,
    pub last: Option<MessageTime>,
    pub report: ExportReport,
    /// Whether older passages were left out, as there were too many.
    pub is_cut: bool,
}

/// As `--plan --json` prints it.
#[derive(Serialize)]
pub struct PersonView<'a> {
    person: &'a str,
    messages: u64,
    first: Option<String>,
    last: Option<String>,
    style: &'a Style,
    told: Vec<String>,
    private_data: PrivateCounts,
    chunks: Vec<ChunkView>,
    exchanges: &'a [GivenLine],
    skipped: &'a BTreeMap<&'static str, u64>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct ChunkView {
    index: u32,
    month: u32,
    messages: usize,
    tokens: u32,
}

impl ReadPerson {
    /// Reads an export for a person, as it names them.
    ///
    /// # Errors
    /// Those of [`read_export`]; `export_columns_needed`; `person_unknown` when nobody of that name wrote.
    pub fn of(path: &Path, answers: &Answers, person: &str) -> Result<Self> {
        let mut style = StyleMeter::new(person);
        let mut exchanges = ExchangeCollector::new(person);
        let mut cutter = Cutter::new(person);
        let mut private = PrivateCounts::default();
        let read = read_export(path, answers, &mut |message| {
            let at = message.time.map(|time| time.local());
            style.add(&message.author, &message.conversation, at, &message.text);
            exchanges.add(&message.author, &message.conversation, at, &message.text);
            private.add(&message.text);
            cutter.add(message);
            ControlFlow::Continue(())
        })?;
        let report = match read {
            ReadExport::Whole(report) => report,
            ReadExport::ColumnsNeeded(sample) => {
                return Err(Error::new(
                    "export_columns_needed",
                    format!(
                        "It is not clear which columns of {} hold author, time and text. Nothing was changed; name them.",
                        sample.file
                    ),
                ));
            }
        };
        let Some(found) = report.report.participants.get(person).cloned() else {
            return Err(nobody(person, &report));
        };
        let (months, passages, is_cut) = cutter.finish();
        let chosen = exchanges.finish(MOST_EXCHANGES).into_iter();
        Ok(Self {
            person: person.to_owned(),
            source: source(&report),
            style: style.finish(),
            exchanges: chosen
                .map(|exchange| GivenLine {
                    before: exchange.said,
                    text: exchange.answer,
                    chapter: 0,
                })
                .collect(),
            months,
            passages,
            private,
            messages: found.messages,
            first: found.first,
            last: found.last,
            report,
            is_cut,
        })
    }

    /// What a job works from, under the name that the character is to have.
    pub fn given(&self, name: &str) -> Given {
        Given {
            kind: MakingKind::Messages,
            person: name.to_owned(),
            source: self.source.clone(),
            authors: Vec::new(),
            chapters: self.months.clone(),
            aliases: vec![self.person.clone()],
            speech: self.style.sentences(),
            lines: self.exchanges.clone(),
            language: None,
        }
    }

    pub fn view(&self) -> PersonView<'_> {
        PersonView {
            person: &self.person,
            messages: self.messages,
            first: self.first.map(|time| time.to_string()),
            last: self.last.map(|time| time.to_string()),
            style: &self.style,
            told: self.style.sentences(),
            private_data: self.private,
            chunks: self
                .passages
                .iter()
                .map(|passage| ChunkView {
                    index: passage.number,
                    month: passage.chapter,
                    messages: passage.parts.len(),
                    tokens: passage.tokens,
                })
                .collect(),
            exchanges: &self.exchanges,
            skipped: &self.report.skipped,
            warnings: &self.report.warnings,
        }
    }

    /// What was found, in words.
    pub fn told(&self) -> Vec<String> {
        let tokens: u32 = self.passages.iter().map(|passage| passage.tokens).sum();
        let mut told = vec![format!(
            "{}: {}{}, {} of {} in all.",
            self.person,
            counted(self.messages, "message", "messages"),
            span(self.first, self.last),
            counted(self.passages.len(), "passage", "passages"),
            counted(tokens, "token", "tokens")
        )];
        told.extend(self.style.sentences());
        let private = &self.private;
        if private.all() > 0 {
            told.push(format!(
                "Private data: {}, {}, {}. They are masked for a model that runs in a server.",
                counted(private.phone_numbers, "phone number", "phone numbers"),
                counted(private.mail_addresses, "mail address", "mail addresses"),
                counted(private.codes, "code", "codes")
            ));
        }
        told.extend(self.report.warnings.iter().cloned());
        told
    }
}

/// Who wrote, in words, the busiest first, and what was left out.
pub fn participants_told(report: &ExportReport) -> Vec<String> {
    let mut people: Vec<_> = report.report.participants.iter().collect();
    people.sort_by_key(|(name, one)| (std::cmp::Reverse(one.messages), (*name).clone()));
    let lines = people.into_iter().map(|(name, one)| {
        let messages = counted(one.messages, "message", "messages");
        format!("{name}: {messages}{}", span(one.first, one.last))
    });
    let mut told: Vec<String> = lines.collect();
    if told.is_empty() {
        told.push("No message with words was found.".to_owned());
    }
    let left_out = report
        .skipped
        .iter()
        .map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")));
    let left_out: Vec<String> = left_out.collect();
    if !left_out.is_empty() {
        told.push(format!("Left out: {}.", left_out.join(", ")));
    }
    told.extend(report.warnings.iter().cloned());
    told
}

fn span(first: Option<MessageTime>, last: Option<MessageTime>) -> String {
    match (first, last) {
        (Some(first), Some(last)) => format!(" from {} to {}", first.local().date(), last.local().date()),
        _ => String::new(),
    }
}

fn source(report: &ExportReport) -> String {
    let formats: Vec<&str> = report.report.formats.keys().map(|format| format.as_str()).collect();
    formats.join(", ")
}

fn nobody(person: &str, report: &ExportReport) -> Error {
    let mut people: Vec<_> = report.report.participants.iter().collect();
    people.sort_by_key(|(_, one)| std::cmp::Reverse(one.messages));
    let names: Vec<&str> = people.iter().take(10).map(|(name, _)| name.as_str()).collect();
    Error::new(
        "person_unknown",
        format!(
            "Nobody called {person:?} wrote in this export. Nothing was changed. Who wrote most: {}.",
            names.join(", ")
        ),
    )
}

/// A passage without its private data, for a model elsewhere.
pub fn without_private_data(mut passage: Passage) -> Passage {
    for part in &mut passage.parts {
        part.text = masked(&part.text).into_owned();
        part.author = masked(&part.author).into_owned();
    }
    passage.context = masked(&passage.context).into_owned();
    passage
}

/// Cuts conversations into passages in which the person takes part.
struct Cutter {
    person: String,
    count: CountTokens,
    zone: TimeZone,
    open: BTreeMap<String, Open>,
    done: VecDeque<Done>,
    held_bytes: usize,
    is_cut: bool,
}

#[derive(Default)]
struct Open {
    context: Vec<Part>,
    parts: Vec<Part>,
    tokens: usize,
    has_own: bool,
    last: Option<i64>,
}

struct Done {
    /// Milliseconds since 1970, and the month; none of what has no time.
    at: Option<i64>,
    month: String,
    context: Vec<Part>,
    parts: Vec<Part>,
    tokens: usize,
}

impl Cutter {
    fn new(person: &str) -> Self {
        Self {
            person: person.to_owned(),
            count: estimate_tokens(),
            zone: TimeZone::system(),
            open: BTreeMap::new(),
            done: VecDeque::new(),
            held_bytes: 0,
            is_cut: false,
        }
    }

    fn add(&mut self, message: Message) {
        let at = message.time.and_then(|time| self.moment(time));
        let text: String = message.text.chars().take(LONGEST_PART).collect();
        let part = Part {
            is_own: message.author == self.person,
            author: message.author,
            moment: at.map(Moment::Real),
            text,
        };
        let tokens = (self.count)(&part.text) + (self.count)(&part.author) + 6;
        let open = self.open.entry(message.conversation.to_string()).or_default();
        let month = |parts: &[Part]| parts.first().and_then(|part| month_of(part, &self.zone));
        let is_other_month = !open.parts.is_empty() && month(&open.parts) != month_of(&part, &self.zone);
        let pauses = matches!((open.last, at), (Some(last), Some(at)) if at - last > PAUSE * 1_000);
        if open.tokens + tokens > TOKENS || is_other_month {
            let done = open.end(&self.zone);
            if pauses {
                open.context.clear();
            }
            self.done.extend(done);
        } else if pauses && !open.has_own {
            // A conversation that the person took no part in is none of theirs.
            open.parts.clear();
            open.context.clear();
            open.tokens = 0;
        }
        open.tokens += tokens;
        open.has_own |= part.is_own;
        open.last = at.or(open.last);
        self.held_bytes += part.text.len();
        open.parts.push(part);
        while self.held_bytes > HELD_BYTES
            && let Some(oldest) = self.done.pop_front()
        {
            self.held_bytes -= oldest.parts.iter().map(|part| part.text.len()).sum::<usize>();
            self.is_cut = true;
        }
    }

    /// A time without a zone is this computer's, where it was most likely written.
    fn moment(&self, time: MessageTime) -> Option<i64> {
        match time {
            MessageTime::Zoned { timestamp, .. } => Some(timestamp.as_millisecond()),
            MessageTime::Local { civil, .. } => {
                let zoned = self.zone.to_ambiguous_zoned(civil).compatible().ok()?;
                Some(zoned.timestamp().as_millisecond())
            }
        }
    }

    /// The months, the passages in order of time, and whether some were left out.
    fn finish(mut self) -> (Vec<String>, Vec<Passage>, bool) {
        for open in self.open.values_mut() {
            self.done.extend(open.end(&self.zone));
        }
        let mut done: Vec<Done> = self.done.into();
        done.sort_by_key(|done| done.at);
        let mut months: Vec<String> = Vec::new();
        let mut passages = Vec::with_capacity(done.len());
        for (number, done) in (0..).zip(done) {
            if months.last() != Some(&done.month) {
                months.push(done.month.clone());
            }
            let context: Vec<String> = done
                .context
                .iter()
                .map(|part| format!("{}: {}", part.author, part.text))
                .collect();
            passages.push(Passage {
                number,
                chapter: u32::try_from(months.len() - 1).unwrap_or(u32::MAX),
                context: context.join("\n"),
                parts: done.parts,
                tokens: u32::try_from(done.tokens).unwrap_or(u32::MAX),
            });
        }
        (months, passages, self.is_cut)
    }
}

impl Open {
    /// What was gathered, if the person wrote any of it.
    fn end(&mut self, zone: &TimeZone) -> Option<Done> {
        let parts = std::mem::take(&mut self.parts);
        let tokens = std::mem::take(&mut self.tokens);
        let kept = parts.len().saturating_sub(CONTEXT_PARTS);
        let context = std::mem::replace(&mut self.context, parts[kept..].to_vec());
        let at = parts.iter().find_map(|part| match part.moment {
            Some(Moment::Real(at)) => Some(at),
            _ => None,
        });
        std::mem::take(&mut self.has_own).then(|| Done {
            at,
            month: parts.first().and_then(|part| month_of(part, zone)).unwrap_or_default(),
            context,
            parts,
            tokens,
        })
    }
}

/// Such as `2023-02`; none without a time.
fn month_of(part: &Part, zone: &TimeZone) -> Option<String> {
    let Some(Moment::Real(at)) = part.moment else {
        return None;
    };
    let date = zone.to_datetime(jiff::Timestamp::from_millisecond(at).ok()?).date();
    Some(format!("{:04}-{:02}", date.year(), date.month()))
}
