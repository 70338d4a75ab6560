//! Phone numbers, mail addresses and codes in what people wrote: counted, and masked before it goes to a model elsewhere.
//!
//! Found by their form alone. Dates, times, prices and numbers inside web addresses are left; in doubt a number is masked.

mod numbers;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrivateKind {
    PhoneNumber,
    MailAddress,
    /// A code to sign in with, or the number of an account or a card.
    Code,
}

impl PrivateKind {
    /// What stands in its place.
    pub fn mask(self) -> &'static str {
        match self {
            Self::PhoneNumber => "[phone number]",
            Self::MailAddress => "[mail address]",
            Self::Code => "[code]",
        }
    }
}

/// How much private data there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateCounts {
    pub phone_numbers: u64,
    pub mail_addresses: u64,
    pub codes: u64,
}

impl PrivateCounts {
    /// Counts what one text holds.
    pub fn add(&mut self, text: &str) {
        for (kind, _) in find(text) {
            match kind {
                PrivateKind::PhoneNumber => self.phone_numbers += 1,
                PrivateKind::MailAddress => self.mail_addresses += 1,
                PrivateKind::Code => self.codes += 1,
            }
        }
    }

    pub fn all(&self) -> u64 {
        self.phone_numbers + self.mail_addresses + self.codes
    }
}

/// What of a text is private, as ranges of bytes in the order of the text. They never overlap.
pub fn find(text: &str) -> Vec<(PrivateKind, Range<usize>)> {
    let mut found = mail_addresses(text);
    let taken = merged(
        found
            .iter()
            .map(|(_, range)| range.clone())
            .chain(web_addresses(text))
            .collect(),
    );
    let numbers = numbers::find(text).into_iter();
    found.extend(numbers.filter(|(_, range)| is_free(range, &taken)));
    found.sort_by_key(|(_, range)| range.start);
    found
}

/// Ranges that overlap as one, sorted.
fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Whether a range meets none of the others, which are sorted and apart.
fn is_free(range: &Range<usize>, taken: &[Range<usize>]) -> bool {
    let before = taken.partition_point(|taken| taken.start < range.end);
    taken[..before].last().is_none_or(|taken| taken.end <= range.start)
}

/// A text with its private data replaced by words for them.
pub fn masked(text: &str) -> Cow<'_, str> {
    let found = find(text);
    if found.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut last = 0;
    for (kind, range) in found {
        out.push_str(&text[last..range.start]);
        out.push_str(kind.mask());
        last = range.end;
    }
    out.push_str(&text[last..]);
    Cow::Owned(out)
}

fn mail_addresses(text: &str) -> Vec<(PrivateKind, Range<usize>)> {
    let is_name = |character: char| character.is_alphanumeric() || matches!(character, '.' | '_' | '%' | '+' | '-');
    let is_place = |character: char| character.is_alphanumeric() || matches!(character, '.' | '-');
    let mut found = Vec::new();
    let mut free_from = 0;
    for (at, _) in text.match_indices('@') {
        let name = text[free_from.min(at)..at]
            .chars()
            .rev()
            .take_while(|character| is_name(*character));
        let start = at - name.map(char::len_utf8).sum::<usize>();
        let place: usize = text[at + 1..]
            .chars()
            .take_while(|character| is_place(*character))
            .map(char::len_utf8)
            .sum();
        let place = text[at + 1..at + 1 + place].trim_end_matches(['.', '-']);
        let has_domain = place.rsplit_once('.').is_some_and(|(before, last)| {
            !before.is_empty()
                && !before.starts_with('.')
                && last.chars().count() >= 2
                && !last.chars().any(char::is_numeric)
        });
        let end = at + 1 + place.len();
        if start < at && has_domain {
            found.push((PrivateKind::MailAddress, start..end));
            free_from = end;
        }
    }
    found
}

/// Addresses of pages, whose numbers are nobody's.
fn web_addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    for word in text.split_whitespace() {
        let Some(at) = text[from..].find(word) else { continue };
        let start = from + at;
        from = start + word.len();
        let address = ["https://", "http://", "www."]
            .iter()
            .filter_map(|mark| word.find(mark))
            .min();
        if let Some(inside) = address {
            found.push(start + inside..from);
        }
    }
    found
}
