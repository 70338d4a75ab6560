//! Which of the last messages a prompt holds.

use super::MESSAGE_OVERHEAD_TOKENS;
use crate::blank::is_blank;
use crate::conversation::{Message, MessageState, Role};

const MOST_MESSAGES: usize = 40;
const MOST_CHARS: usize = 24_000;
/// Where the recent messages begin moves on in steps of this many, once there are enough: a model that keeps what it has read then
/// reads everything anew only once in a few turns.
const STEP: u32 = 8;
const ENOUGH_FOR_STEPS: usize = 24;

pub struct Recent {
    pub texts: Vec<(Role, String)>,
    pub reads_from: u32,
    pub left_out: u32,
    pub tokens: usize,
}

/// Whether a message may be sent to a model at all.
pub fn is_sendable(message: &Message) -> bool {
    let finished = match message.state {
        MessageState::Complete | MessageState::CutShort => true,
        MessageState::Streaming | MessageState::Damaged => false,
    };
    finished && !is_blank(&message.text)
}

/// The last messages that fit: at most 40, 24,000 characters and `free_tokens`. The very last is always there, clipped if it must be.
pub fn recent(messages: &[Message], free_tokens: usize, count: &dyn Fn(&str) -> usize) -> Recent {
    let cost = |text: &str| count(text) + MESSAGE_OVERHEAD_TOKENS;
    let mut chosen: Vec<(&Message, String)> = Vec::new();
    let (mut tokens, mut chars) = (0, 0);
    for message in messages
        .iter()
        .rev()
        .filter(|message| is_sendable(message))
        .take(MOST_MESSAGES)
    {
        let text = if chosen.is_empty() {
            let room = free_tokens.saturating_sub(MESSAGE_OVERHEAD_TOKENS);
            clip_to_tokens(clip(&message.text, MOST_CHARS), room, count)
        } else {
            message.text.clone()
        };
        let (more_tokens, more_chars) = (cost(&text), text.chars().count());
        if !chosen.is_empty() && (tokens + more_tokens > free_tokens || chars + more_chars > MOST_CHARS) {
            break;
        }
        tokens += more_tokens;
        chars += more_chars;
        chosen.push((message, text));
    }
    chosen.reverse();
    if chosen.first().is_some_and(|(first, _)| first.position > 0) && chosen.len() >= ENOUGH_FOR_STEPS {
        let passed = chosen
            .iter()
            .take_while(|(message, _)| message.position % STEP != 0)
            .count();
        if passed < STEP as usize {
            tokens -= chosen.drain(..passed).map(|(_, text)| cost(&text)).sum::<usize>();
        }
    }
    let reads_from = chosen.first().map_or(0, |(message, _)| message.position);
    let length = messages.last().map_or(0, |message| message.position + 1);
    let included = u32::try_from(chosen.len()).unwrap_or(u32::MAX);
    let texts = chosen.into_iter().map(|(message, text)| (message.role, text)).collect();
    Recent {
        texts,
        reads_from,
        left_out: length.saturating_sub(included),
        tokens,
    }
}

/// `text` in at most about `most` characters: its beginning and its end, with a marker that says how much is missing between them.
pub fn clip(text: &str, most: usize) -> String {
    let length = text.chars().count();
    if length <= most {
        return text.to_owned();
    }
    let marker = |missing: usize| format!("\n[… {missing} characters of this message are left out here …]\n");
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
