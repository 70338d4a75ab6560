//! What some exchanges are about, out of a model's answer.

use serde_json::Value;

use super::check::{Dropped, whole_number};
use super::ground::Ground;
use super::{ExtractionInput, OwnWords};
use crate::memory::normalise::fact_hash;
use crate::memory::types::NewTags;
use crate::tags::tidy_tag;

/// At most so many messages of a batch are tagged; more than are asked for.
pub const MOST_TAGGED: usize = 16;
/// At most so many tags are taken for a message.
pub const MOST_TAGS: usize = 3;
/// Tags in the example of `prompts/memory.md`, as they are compared.
const OF_THE_EXAMPLE: [&str; 3] = ["divorce", "ferry commute", "watch hours"];

/// The tags that may be kept. Unlike a fact, a tag need not have been said: it may name the topic.
pub(super) fn accept<'a>(
    items: impl Iterator<Item = &'a Value>,
    (input, ground): (&ExtractionInput<'_>, &Ground),
    own_words: &OwnWords,
    dropped: &mut Vec<Dropped>,
) -> Vec<NewTags> {
    let mut accepted: Vec<NewTags> = Vec::new();
    let may_be_kept = |tag: &String| {
        let is_copied = ground.is_of_the_example(tag)
            || own_words.holds(tag)
            || OF_THE_EXAMPLE.contains(&tag.as_str()) && !ground.holds(tag);
        !is_copied && !input.blocked.contains(&fact_hash(tag))
    };
    for item in items {
        let mut read = read(item, input);
        if let Some(read) = &mut read {
            read.tags.retain(may_be_kept);
            read.tags.truncate(MOST_TAGS);
        }
        let Some(read) = read.filter(|read| !read.tags.is_empty() && accepted.len() < MOST_TAGGED) else {
            dropped.push(Dropped::NoTags);
            continue;
        };
        if accepted.iter().all(|known| known.message != read.message) {
            accepted.push(read);
        }
    }
    accepted
}

fn read(item: &Value, input: &ExtractionInput<'_>) -> Option<NewTags> {
    let number = item.get("message").or_else(|| item.get("sources")?.get(0))?;
    let place = usize::try_from(whole_number(number)?).ok()?.checked_sub(1)?;
    let message = input.readable().get(place)?.id;
    let mut tags: Vec<String> = Vec::new();
    let words = match item.get("tags")? {
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        Value::String(words) => words.split(',').collect(),
        _ => Vec::new(),
    };
    for tag in words.into_iter().filter_map(tidy_tag) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    Some(NewTags { message, tags })
}
