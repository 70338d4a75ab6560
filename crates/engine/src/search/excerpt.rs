//! A few words around what was found.

use std::ops::Range;

/// Characters of an excerpt, and those before the first thing found.
const LENGTH: usize = 160;
const LEAD: usize = 40;

/// A piece of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub text: String,
    /// Whether this was asked for.
    pub found: bool,
}

/// The part of `text` that holds most of what was `found` (ranges in bytes, in order, without overlaps), in at most 160
/// characters and a "…" at each end that was cut. Without anything found it is the beginning.
pub fn excerpt(text: &str, found: &[Range<usize>]) -> Vec<Run> {
    let first = best(text, found);
    let start = start_before(text, first);
    let end = end_after(text, start, found);
    let mut runs = Runs::default();
    if start > 0 {
        runs.add("…", false);
    }
    let mut at = start;
    for range in found.iter().filter(|range| range.end > start && range.start < end) {
        let range = range.start.max(at)..range.end.min(end);
        runs.add(&text[at..range.start], false);
        runs.add(&text[range.clone()], true);
        at = range.end;
    }
    runs.add(&text[at..end], false);
    if end < text.len() {
        runs.add("…", false);
    }
    runs.0
}

#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn add(&mut self, text: &str, found: bool) {
        match self.0.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.found == found => last.text.push_str(text),
            _ => self.0.push(Run {
                text: text.to_owned(),
                found,
            }),
        }
    }
}

/// The byte where the stretch begins that holds most.
fn best(text: &str, found: &[Range<usize>]) -> usize {
    let mut best = (0, found.first().map_or(0, |range| range.start));
    let mut next = 0;
    for (place, range) in found.iter().enumerate() {
        let reach = nth_after(text, range.start, LENGTH - LEAD);
        next = next.max(place);
        while found.get(next).is_some_and(|range| range.end <= reach) {
            next += 1;
        }
        if next - place > best.0 {
            best = (next - place, range.start);
        }
    }
    best.1
}

/// The byte `count` characters after `from`.
fn nth_after(text: &str, from: usize, count: usize) -> usize {
    text[from..]
        .char_indices()
        .nth(count)
        .map_or(text.len(), |(place, _)| from + place)
}

/// A few characters earlier, where a word begins.
fn start_before(text: &str, first: usize) -> usize {
    let mut back = text[..first].char_indices().rev();
    let Some((earliest, _)) = back.nth(LEAD - 1) else {
        return 0;
    };
    if earliest == 0 {
        return 0;
    }
    // Without a space there is no better place: one long word, or a script without spaces.
    text[earliest..first]
        .find(char::is_whitespace)
        .map_or(earliest, |space| earliest + space)
        .clamp(earliest, first)
}

fn end_after(text: &str, start: usize, found: &[Range<usize>]) -> usize {
    let latest = nth_after(text, start, LENGTH);
    if latest == text.len() {
        return latest;
    }
    // What was found is not cut for the sake of a whole word behind it.
    let least = found
        .iter()
        .filter(|range| range.start >= start && range.end <= latest)
        .map(|range| range.end)
        .max()
        .unwrap_or(start);
    text[least..latest]
        .rfind(char::is_whitespace)
        .map_or(latest, |space| least + space)
}
