//! Which of the last messages a prompt holds.

use super::{LeftOutReason, LeftOutView, MESSAGE_OVERHEAD_TOKENS, MemoryContext, PartName};
use crate::blank::is_blank;
use crate::conversation::{Message, MessageState, Role};
use crate::counted::counted;

const MOST_MESSAGES: usize = 40;
const MOST_CHARS: usize = 24_000;
/// Where the recent messages begin moves on in steps of this many, once there are enough: a model that keeps what it has read then
/// reads everything anew only once in a few turns.
const STEP: u32 = 8;
const ENOUGH_FOR_STEPS: usize = 24;

pub struct Recent {
    pub texts: Vec<(Role, String)>,
    pub reads_from: u32,
    /// How many are not there, and why.
    left_out: [(u32, LeftOutReason); 4],
    pub tokens: usize,
}

impl Recent {
    /// What is not there.
    pub fn left_out(&self) -> impl Iterator<Item = LeftOutView> {
        let counted = self.left_out.into_iter().filter(|(count, _)| *count > 0);
        counted.map(|(count, why)| LeftOutView {
            what: PartName::Recent,
            count,
            why,
        })
    }

    /// As one text, each message with the name of who wrote it.
    pub fn as_text(&self, user: &str, char: &str) -> String {
        let lines = self.texts.iter().map(|(role, text)| match role {
            Role::User => format!("{user}: {text}"),
            Role::Character => format!("{char}: {text}"),
        });
        lines.collect::<Vec<_>>().join("\n\n")
    }
}

/// Whether a message may be sent to a model at all.
pub fn is_sendable(message: &Message) -> bool {
    let finished = match message.state {
        MessageState::Complete | MessageState::CutShort => true,
        MessageState::Streaming | MessageState::Damaged => false,
    };
    finished && !is_blank(&message.text)
}

/// The last messages that fit: those that no summary tells of and that were not excluded, at most 40, 24,000 characters and
/// `free_tokens`. The very last is always there, clipped if it must be.
pub fn recent(
    messages: &[Message],
    memory: &MemoryContext<'_>,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Recent {
    let cost = |text: &str| count(text) + MESSAGE_OVERHEAD_TOKENS;
    // The message that is answered is told word for word, whatever a summary says.
    let last = messages.last().map_or(0, |message| message.position);
    let begins_at = memory.begins_at().min(last);
    let after: Vec<&Message> = messages
        .iter()
        .filter(|message| message.position >= begins_at)
        .collect();
    let allowed: Vec<&Message> = after
        .iter()
        .copied()
        .filter(|message| !memory.excludes(message.id))
        .collect();
    let sendable: Vec<&Message> = allowed.iter().copied().filter(|message| is_sendable(message)).collect();

    let (mut chosen, why) = chosen(&sendable, free_tokens, count);
    let mut tokens: usize = chosen.iter().map(|(_, text)| cost(text)).sum();
    tokens -= begin_at_step(&mut chosen, begins_at, &cost);
    let reads_from = chosen.first().map_or(0, |(message, _)| message.position);
    let length = messages.last().map_or(0, |message| message.position + 1);
    let number = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let first_read = messages.first().map_or(0, |message| message.position);
    // Those that the summary does not tell of either, and those before what was read for this prompt.
    let of_told = memory.excluded_before(begins_at);
    let unread = memory.excluded_before(first_read).saturating_sub(of_told);
    let excluded = number(after.len() - allowed.len()) + unread;
    let unreadable = number(allowed.len() - sendable.len());
    let told = number(chosen.len()) + excluded + unreadable;
    let beyond = length.saturating_sub(begins_at).saturating_sub(told);
    let left_out = [
        (begins_at.saturating_sub(of_told), LeftOutReason::Summarised),
        (excluded + of_told, LeftOutReason::Excluded),
        (unreadable, LeftOutReason::Unreadable),
        (beyond, why),
    ];
    let texts = chosen.into_iter().map(|(message, text)| (message.role, text)).collect();
    Recent {
        texts,
        reads_from,
        left_out,
        tokens,
    }
}

/// The last of these messages that fit, and why the others do not.
fn chosen<'a>(
    sendable: &[&'a Message],
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> (Vec<(&'a Message, String)>, LeftOutReason) {
    let cost = |text: &str| count(text) + MESSAGE_OVERHEAD_TOKENS;
    let mut chosen: Vec<(&Message, String)> = Vec::new();
    let (mut tokens, mut chars, mut why) = (0, 0, LeftOutReason::Limit);
    for message in sendable.iter().rev().take(MOST_MESSAGES) {
        let text = if chosen.is_empty() {
            let room = free_tokens.saturating_sub(MESSAGE_OVERHEAD_TOKENS);
            clip_to_tokens(clip(&message.text, MOST_CHARS), room, count)
        } else {
            message.text.clone()
        };
        let (more_tokens, more_chars) = (cost(&text), text.chars().count());
        if !chosen.is_empty() && (tokens + more_tokens > free_tokens || chars + more_chars > MOST_CHARS) {
            if tokens + more_tokens > free_tokens {
                why = LeftOutReason::Window;
            }
            break;
        }
        tokens += more_tokens;
        chars += more_chars;
        chosen.push((message, text));
    }
    chosen.reverse();
    (chosen, why)
}

/// Lets a long list that was cut begin at a step; gives what that saves, in tokens.
fn begin_at_step(chosen: &mut Vec<(&Message, String)>, begins_at: u32, cost: &dyn Fn(&str) -> usize) -> usize {
    let is_cut = chosen.first().is_some_and(|(first, _)| first.position > begins_at);
    if !is_cut || chosen.len() < ENOUGH_FOR_STEPS {
        return 0;
    }
    let passed = chosen
        .iter()
        .take_while(|(message, _)| message.position % STEP != 0)
        .count();
    if passed >= STEP as usize {
        return 0;
    }
    chosen.drain(..passed).map(|(_, text)| cost(&text)).sum()
}

/// `text` in at most about `most` characters: its beginning and its end, with a marker that says how much is missing between them.
pub fn clip(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let marker = |missing: usize| {
        let are = counted(
            missing,
            "character of this message is",
            "characters of this message are",
        );
        format!("\n[… {are} left out here …]\n")
    };
    let kept = most.saturating_sub(marker(length).chars().count());
    let (head, tail) = (kept - kept / 3, kept / 3);
    let place = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(place, _)| place);
    format!(
        "{}{}{}",
        &text[..place(head)],
        marker(length - head - tail),
        &text[place(length - tail)..]
    )
}

fn clip_to_tokens(text: String, most: usize, count: &dyn Fn(&str) -> usize) -> String {
    let mut clipped = text.clone();
    let mut chars = text.chars().count();
    loop {
        let tokens = count(&clipped);
        if tokens <= most || chars == 0 {
            return clipped;
        }
        // A little less than in proportion, since the marker takes its part; it ends, as each round is shorter.
        chars = (chars * most / tokens).min(chars * 9 / 10);
        clipped = clip(&text, chars);
    }
}
