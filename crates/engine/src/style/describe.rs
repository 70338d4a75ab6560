//! The measures in words, for a prompt.

use super::{Counted, Style};
use crate::prompt::language_name;

/// Below this share, something is no habit.
const HABIT: f32 = 0.1;
/// From this share on, it is what they usually do.
const USUAL: f32 = 0.6;
/// How many examples are named.
const NAMED: usize = 5;

impl Style {
    /// What the measures say, one sentence each, in English and without a name. Empty when nothing was measured.
    pub fn sentences(&self) -> Vec<String> {
        if self.messages == 0 {
            return Vec::new();
        }
        let mut all = vec![self.length()];
        all.extend(self.ending());
        all.extend(self.capital());
        all.extend(self.symbols());
        all.extend(named("Opens with", &self.greetings));
        all.extend(named("Often answers", &self.replies));
        all.extend(self.language());
        all.extend(self.time_of_day());
        all
    }

    fn length(&self) -> String {
        let lengths = &self.lengths;
        let row = if lengths.in_a_row >= 1.5 {
            format!(" and sends {:.1} messages in a row on average", lengths.in_a_row)
        } else {
            String::new()
        };
        format!(
            "Usually writes {}, seldom more than {}{row}.",
            words(lengths.median_words),
            words(lengths.most_words)
        )
    }

    fn ending(&self) -> Option<String> {
        let endings = &self.endings;
        let habits = [
            (endings.none, "no mark"),
            (endings.full_stop, "a full stop"),
            (endings.exclamation, "an exclamation mark"),
            (endings.question, "a question mark"),
            (endings.ellipsis, "dots"),
        ];
        let mut habits: Vec<(f32, &str)> = habits.into_iter().filter(|(share, _)| *share >= HABIT).collect();
        habits.sort_by(|one, other| other.0.total_cmp(&one.0));
        let listed: Vec<String> = habits
            .iter()
            .map(|(share, what)| format!("{what} ({})", percent(*share)))
            .collect();
        (!listed.is_empty()).then(|| format!("Ends messages with {}.", listed.join(", ")))
    }

    fn capital(&self) -> Option<String> {
        let capitals = &self.capitals;
        if capitals.small_start >= USUAL {
            return Some(format!(
                "Begins messages with a small letter ({}).",
                percent(capitals.small_start)
            ));
        }
        (capitals.shouted >= HABIT).then(|| format!("Writes {} of messages in capitals.", percent(capitals.shouted)))
    }

    fn symbols(&self) -> Option<String> {
        let listed: Vec<&str> = self
            .emoji
            .iter()
            .chain(&self.emoticons)
            .take(NAMED)
            .map(|counted| counted.what.as_str())
            .collect();
        if listed.is_empty() {
            return Some("Uses no emoji.".to_owned());
        }
        let often = if self.with_emoji >= HABIT {
            percent(self.with_emoji)
        } else {
            "few".to_owned()
        };
        Some(format!(
            "Uses emoji in {often} of the messages, most often {}.",
            listed.join(" ")
        ))
    }

    fn language(&self) -> Option<String> {
        let all: u64 = self.languages.iter().map(|language| language.count).sum();
        let share = |language: &Counted| super::share(language.count, all);
        let listed = self.languages.iter().filter(|language| share(language) >= HABIT / 2.0);
        let listed: Vec<String> = listed
            .map(|language| format!("{} ({})", in_english(&language.what), percent(share(language))))
            .collect();
        (!listed.is_empty()).then(|| format!("Writes in {}.", listed.join(", ")))
    }

    /// The hours in which most messages are written: the shortest span with half of them.
    fn time_of_day(&self) -> Option<String> {
        let all: u64 = self.hours.iter().sum();
        let within = |from: usize, length: usize| (0..length).map(|hour| self.hours[(from + hour) % 24]).sum::<u64>();
        let spans = (1..=12).flat_map(|length| (0..24).map(move |from| (from, length)));
        let (from, length) = spans
            .into_iter()
            .find(|(from, length)| all > 0 && within(*from, *length) * 2 >= all)?;
        Some(format!(
            "Writes mostly between {from:02}:00 and {:02}:00.",
            (from + length) % 24
        ))
    }
}

fn words(count: u32) -> String {
    match count {
        1 => "one word".to_owned(),
        count => format!("{count} words"),
    }
}

fn percent(share: f32) -> String {
    format!("{:.0}%", share * 100.0)
}

/// The English name of a language, or its tag where there is no name for it.
fn in_english(tag: &str) -> String {
    match language_name(tag) {
        Some(name) if !name.starts_with("the language ") => name.split(" (").next().unwrap_or(tag).to_owned(),
        _ => tag.to_owned(),
    }
}

fn named(what: &str, phrases: &[Counted]) -> Option<String> {
    let listed: Vec<String> = phrases
        .iter()
        .take(NAMED)
        .map(|phrase| format!("\"{}\"", phrase.what))
        .collect();
    (!listed.is_empty()).then(|| format!("{what} {}.", listed.join(", ")))
}
