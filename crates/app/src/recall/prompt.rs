//! What the prompt of a turn is given of what comes to mind.

use std::time::Duration;

use engine::conversation::{Message, Role};
use engine::emotion::{EmotionLabel, emotion};
use engine::graph::view::{RecallPart, RecallReason, RecallSettings};
use engine::memory::superseded::{SupersededFact, changed_since};
use engine::prompt::RecalledMemory;
use engine::tags::tags;
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil::DateTime};
use store::{DueMemory, GraphMemory};

use super::ask::{Ask, recall_ready};
use super::refresh::refreshed;
use super::settings::settings_of;
use crate::error::Result;
use crate::memory::context::{CameToMind, Remembered};
use crate::start::App;
use crate::turn::Turn;

/// A turn waits no longer than this for memories that are being read; then it goes on without them.
const LONGEST_WAIT: Duration = Duration::from_millis(300);
/// What is weaker than this share of the strongest memory is left out: it would only lead away.
const LEAST_SHARE: f32 = 0.02;
/// So many thousandths of what speaks for a memory have to be about what it says,
const LEAST_ABOUT: u32 = 300;
/// or as much as this share of all that speaks for the strongest one.
const LEAST_ABOUT_OF_STRONGEST: f32 = 0.1;
/// A memory with fewer tags than this, in which no name and no figure stands, says nothing that is worth telling.
const LEAST_TAGS: usize = 3;
/// Of the last message, so many characters are asked about.
const MOST_ASKED_CHARS: usize = 2_000;

/// Something is about to be said: it is encoded while it is being stored, so that the turn need not wait for that. Returns at once.
pub fn get_ready(app: &App, text: &str) {
    let text = asked_part(text);
    if tells_something(&text) {
        app.graphs.encoder.encode_ahead(&text);
    }
}

/// What the last of these messages (the end of a transcript) calls to mind, and what was planned and is due by now; nothing when
/// the message is the character's, or when that cannot be told now. Of the conversation's own memories, those come that ended before
/// the position `before`: the others stand in the prompt.
pub async fn for_prompt(
    app: &App,
    turn: &Turn,
    (messages, before): (&[Message], Option<u32>),
    remembered: &Remembered,
) -> CameToMind {
    let Some(asked) = messages.last().filter(|last| last.role == Role::User) else {
        return CameToMind::default();
    };
    match tokio::time::timeout(LONGEST_WAIT, try_recall(app, turn, (asked, before), remembered)).await {
        Ok(Ok(recalled)) => recalled,
        Ok(Err(error)) => {
            tracing::debug!(code = error.code, "nothing was recalled: {error}");
            Default::default()
        }
        Err(_) => {
            tracing::debug!("memories are still being read; this turn goes on without them");
            Default::default()
        }
    }
}

async fn try_recall(
    app: &App,
    turn: &Turn,
    (asked, before): (&Message, Option<u32>),
    remembered: &Remembered,
) -> Result<CameToMind> {
    let (session, id) = (turn.session, turn.conversation_id);
    let settings = settings_of(app, session).await?;
    if settings.most == 0 || settings.tokens == 0 {
        return Ok(Default::default());
    }
    let zone = TimeZone::system();
    let now = Timestamp::now();
    let text = asked_part(&asked.text);
    let ask = Ask {
        text: &text,
        now,
        method: settings.method,
        most: settings.most as usize,
        before,
    };
    // What is said without a word that tells anything ("And now?") calls nothing to mind.
    let found = async {
        match tells_something(&text) {
            true => recalled_now(app, turn, (&settings, ask)).await,
            false => Ok(Vec::new()),
        }
    };
    let due = async { Ok(app.store.due_memories(session, id, asked.position, now).await?) };
    let (found, due) = tokio::try_join!(found, due)?;
    let mut recalled = joined((due, found), &zone, remembered.superseded());
    let beyond = recalled.len().saturating_sub(settings.most as usize);
    recalled.truncate(settings.most as usize);
    Ok(CameToMind {
        memories: recalled,
        tokens: settings.tokens as usize,
        beyond: u32::try_from(beyond).unwrap_or(u32::MAX),
    })
}

/// What is due first, then what came to mind and tells something, each once.
fn joined(
    (due, found): (Vec<DueMemory>, Vec<super::ask::RecalledMemory>),
    zone: &TimeZone,
    superseded: &[SupersededFact],
) -> Vec<RecalledMemory> {
    let mut recalled: Vec<RecalledMemory> = Vec::new();
    for due in due {
        let memory = told(due.memory, zone, superseded);
        recalled.push(RecalledMemory {
            due: Some(local(due.planned_for, zone)),
            reasons: vec![RecallReason {
                part: RecallPart::Planned,
                share: 1_000,
            }],
            ..memory
        });
    }
    let strongest = found.first().map_or(0.0, |first| first.score);
    let is_telling = |found: &super::ask::RecalledMemory| {
        found.score >= strongest * LEAST_SHARE
            && is_about((found.score, &found.reasons), strongest)
            && says_enough(&found.memory)
    };
    for found in found.into_iter().filter(is_telling) {
        if !recalled.iter().any(|known| known.id == found.memory.id) {
            recalled.push(RecalledMemory {
                reasons: found.reasons,
                ..told(found.memory, zone, superseded)
            });
        }
    }
    recalled
}

/// From the memories as they are held; they are brought up to date after every turn.
async fn recalled_now(
    app: &App,
    turn: &Turn,
    (settings, ask): (&RecallSettings, Ask<'_>),
) -> Result<Vec<super::ask::RecalledMemory>> {
    let (session, id) = (turn.session, turn.conversation_id);
    let ahead = app.graphs.ahead.of((session, id), ask.text).await;
    let mut open = app.graphs.of((session, id)).lock_owned().await;
    if let Some(look) = ahead.filter(|look| look.holds(&open, settings, &ask)) {
        drop(open);
        return look.memories(app, session, id).await;
    }
    if !open.is_read {
        drop(open);
        open = refreshed(app, session, id).await?;
    }
    Ok(recall_ready(app, session, (id, &open), (settings, ask)).await?.memories)
}

pub(super) fn asked_part(text: &str) -> String {
    text.trim().chars().take(MOST_ASKED_CHARS).collect()
}

pub(super) fn tells_something(text: &str) -> bool {
    !tags(&[text]).keywords.is_empty() || emotion(text).label != EmotionLabel::Neutral
}

/// Whether a memory came to mind for what it says, and not only for where it stands or who said it. A strong one may have much else
/// that speaks for it.
#[expect(clippy::cast_precision_loss, reason = "thousandths")]
fn is_about((score, reasons): (f32, &[RecallReason]), strongest: f32) -> bool {
    let about = [
        RecallPart::Words,
        RecallPart::Meaning,
        RecallPart::Tags,
        RecallPart::Time,
        RecallPart::Emotion,
    ];
    let share: u32 = reasons
        .iter()
        .filter(|reason| about.contains(&reason.part))
        .map(|reason| reason.share)
        .sum();
    share >= LEAST_ABOUT || score * share as f32 / 1_000.0 >= strongest * LEAST_ABOUT_OF_STRONGEST
}

/// Whether there is anything in a memory to tell of: "Go on." and a nod are none.
fn says_enough(memory: &GraphMemory) -> bool {
    let has_figure = || memory.texts().any(|text| text.chars().any(char::is_numeric));
    memory.text.is_some() || memory.tags.len() >= LEAST_TAGS || !memory.entities.is_empty() || has_figure()
}

fn told(memory: GraphMemory, zone: &TimeZone, superseded: &[SupersededFact]) -> RecalledMemory {
    let exchange = memory.source.and_then(|source| source.exchange);
    let user_id = memory.user.as_ref().map(|message| message.id);
    let (user, reply, text) = match exchange {
        Some([user, reply]) => (Some(user), Some(reply), None),
        None => (
            memory.user.map(|message| message.text),
            memory.reply.map(|message| message.text),
            memory.text,
        ),
    };
    let changed = user
        .as_deref()
        .and_then(|text| changed_since(user_id, text, superseded));
    RecalledMemory {
        id: memory.id,
        at: local(memory.at, zone),
        changed: changed.map(str::to_owned),
        user,
        reply,
        text,
        due: None,
        reasons: Vec::new(),
    }
}

fn local(at: Timestamp, zone: &TimeZone) -> DateTime {
    zone.to_datetime(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "I left the brass key under the blue flowerpot." did not come to the question where the key was left: its neighbours spoke
    /// for it as well.
    #[test]
    fn a_strong_memory_is_not_left_out_because_more_than_its_words_speaks_for_it() {
        let reasons = |parts: &[(RecallPart, u32)]| -> Vec<RecallReason> {
            let reason = |(part, share): &(RecallPart, u32)| RecallReason {
                part: *part,
                share: *share,
            };
            parts.iter().map(reason).collect()
        };
        let key = reasons(&[
            (RecallPart::Neighbours, 618),
            (RecallPart::Meaning, 292),
            (RecallPart::Speaker, 67),
            (RecallPart::Graph, 17),
            (RecallPart::Time, 6),
        ]);
        let cellars = reasons(&[
            (RecallPart::Neighbours, 793),
            (RecallPart::Speaker, 170),
            (RecallPart::Words, 37),
        ]);
        let brothers = reasons(&[(RecallPart::Neighbours, 684), (RecallPart::Words, 316)]);
        assert!(is_about((0.698, &key), 1.0));
        assert!(!is_about((0.048, &cellars), 1.0));
        assert!(!is_about((0.9, &cellars), 1.0));
        assert!(is_about((0.05, &brothers), 1.0));
    }
}
