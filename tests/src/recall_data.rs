//! Conversations with questions about them, in the form of LoCoMo (Maharana et al., "Evaluating very long-term conversational memory of
//! LLM agents", 2024), and in the same form statements that go back to something that was said.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::Value;

/// The adversarial category: what is asked for was never said by the one who is named. It is left out of all figures.
pub const ADVERSARIAL: u64 = 5;
/// The file gives only when a session began.
const SECONDS_A_TURN: i64 = 30;

pub struct Conversation {
    pub name: String,
    /// The first is taken for the user, the second for the character.
    pub speakers: [String; 2],
    pub turns: Vec<Turn>,
    pub cases: Vec<Case>,
}

pub struct Turn {
    pub session: u32,
    pub speaker: String,
    /// What was said, with the caption of a picture that was shown.
    pub text: String,
    pub at: Timestamp,
}

/// A question or statement, and the turns that should come to mind.
pub struct Case {
    pub text: String,
    pub gold: Vec<usize>,
    pub category: u64,
    pub is_statement: bool,
    pub now: Timestamp,
    /// Only turns before this one are there yet.
    pub before: usize,
}

/// # Errors
/// When the file cannot be read or is not of the form.
pub fn load(path: &Path) -> Result<Vec<Conversation>> {
    let shown = path.display();
    let text =
        std::fs::read_to_string(path).with_context(|| format!("{shown} cannot be read. Nothing was measured"))?;
    let value: Value =
        serde_json::from_str(&text).with_context(|| format!("{shown} is no JSON. Nothing was measured"))?;
    let list = value
        .as_array()
        .with_context(|| format!("{shown} holds no list of conversations. Nothing was measured"))?;
    list.iter().map(conversation).collect()
}

fn conversation(value: &Value) -> Result<Conversation> {
    let said = value["conversation"]
        .as_object()
        .context("an entry has no conversation")?;
    let mut sessions: Vec<u32> = said
        .keys()
        .filter_map(|key| key.strip_prefix("session_")?.parse().ok())
        .collect();
    sessions.sort_unstable();
    let (mut turns, mut ids, mut ends) = (Vec::new(), HashMap::new(), HashMap::new());
    for session in sessions {
        let start = said
            .get(&format!("session_{session}_date_time"))
            .and_then(Value::as_str)
            .context("a session has no date")?;
        let start = time(start)?;
        for (place, turn) in (0_i64..).zip(
            said[&format!("session_{session}")]
                .as_array()
                .context("a session has no turns")?,
        ) {
            ids.insert(turn["dia_id"].as_str().unwrap_or_default().to_owned(), turns.len());
            turns.push(Turn {
                session,
                speaker: turn["speaker"].as_str().unwrap_or_default().to_owned(),
                text: shown(turn),
                at: start.checked_add((SECONDS_A_TURN * place).seconds())?,
            });
        }
        ends.insert(session, turns.len());
    }
    let all_are_statements = value["kind"] == "statement";
    let mut cases = Vec::new();
    for question in value["qa"].as_array().into_iter().flatten() {
        cases.extend(case(question, all_are_statements, (&turns, &ids, &ends))?);
    }
    let speaker = |key: &str| said.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(Conversation {
        name: value["sample_id"].as_str().unwrap_or_default().to_owned(),
        speakers: [speaker("speaker_a"), speaker("speaker_b")],
        turns,
        cases,
    })
}

fn shown(turn: &Value) -> String {
    let text = turn["text"].as_str().unwrap_or_default();
    match turn["blip_caption"].as_str() {
        Some(caption) => format!("{text} [shared {caption}]"),
        None => text.to_owned(),
    }
}

type Places<'a> = (&'a [Turn], &'a HashMap<String, usize>, &'a HashMap<u32, usize>);

/// None for a question without any evidence: there is nothing to find.
fn case(question: &Value, is_statement: bool, (turns, ids, ends): Places<'_>) -> Result<Option<Case>> {
    let text = question["question"]
        .as_str()
        .context("a question has no text")?
        .to_owned();
    let mut gold: Vec<usize> = Vec::new();
    for evidence in question["evidence"].as_array().into_iter().flatten() {
        gold.extend(turn_ids(evidence.as_str().unwrap_or_default()).filter_map(|id| ids.get(&id).copied()));
    }
    gold.sort_unstable();
    gold.dedup();
    if gold.is_empty() {
        return Ok(None);
    }
    // What is said again word for word is the turn itself: only what was said before it can come to mind.
    let itself = turns.iter().position(|turn| turn.text.trim() == text.trim());
    let after = question["after"]
        .as_str()
        .and_then(|session| session.strip_prefix("session_")?.parse().ok());
    let before = match after {
        Some(session) => *ends
            .get(&session)
            .context("a statement comes after a session that is not there")?,
        None => itself
            .filter(|place| gold.iter().all(|gold| gold < place))
            .unwrap_or(turns.len()),
    };
    let last = before
        .checked_sub(1)
        .and_then(|place| turns.get(place))
        .context("nothing was said before a question")?;
    let now = match (
        question["at"].as_str(),
        turns.get(before).filter(|_| Some(before) == itself),
    ) {
        (Some(text), _) => time(text)?,
        (None, Some(itself)) => itself.at,
        (None, None) => last.at.checked_add(1.hour())?,
    };
    Ok(Some(Case {
        text,
        gold,
        category: question["category"].as_u64().unwrap_or_default(),
        is_statement: is_statement || question["kind"] == "statement",
        now,
        before,
    }))
}

/// "D8:6; D9:17" are two ids, "D30:05" is D30:5 and "D:11:26" D11:26.
fn turn_ids(text: &str) -> impl Iterator<Item = String> {
    text.split(|character: char| character == ';' || character == ',' || character.is_whitespace())
        .filter_map(|id| {
            let (session, turn) = id
                .trim()
                .trim_start_matches('D')
                .trim_start_matches(':')
                .split_once(':')?;
            Some(format!(
                "D{}:{}",
                session.parse::<u32>().ok()?,
                turn.parse::<u32>().ok()?
            ))
        })
}

/// "1:56 pm on 8 May, 2023", as if in UTC.
fn time(text: &str) -> Result<Timestamp> {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let words: Vec<&str> = text.split([' ', ',', ':']).filter(|word| !word.is_empty()).collect();
    let [hour, minute, half, "on", day, month, year] = words[..] else {
        bail!("{text:?} is no time like \"1:56 pm on 8 May, 2023\"");
    };
    let month = MONTHS
        .iter()
        .position(|name| *name == month)
        .with_context(|| format!("{month:?} is no month"))?;
    let hour = hour.parse::<i8>()? % 12 + if half == "pm" { 12 } else { 0 };
    let time = DateTime::new(
        year.parse()?,
        i8::try_from(month)? + 1,
        day.parse()?,
        hour,
        minute.parse()?,
        0,
        0,
    )?;
    Ok(time.to_zoned(TimeZone::UTC)?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_evidence_are_read_as_the_files_write_them() {
        assert_eq!(
            time("1:56 pm on 8 May, 2023").unwrap().to_string(),
            "2023-05-08T13:56:00Z"
        );
        assert_eq!(
            time("12:05 am on 1 January, 2024").unwrap().to_string(),
            "2024-01-01T00:05:00Z"
        );
        assert!(time("yesterday").is_err());
        let ids: Vec<_> = turn_ids("D8:6; D9:17 D30:05,D:11:26 D").collect();
        assert_eq!(ids, ["D8:6", "D9:17", "D30:5", "D11:26"]);
    }
}
