//! The character in the end: a complete file, as one that was written by hand.

use serde_json::{Map, Value, json};

use super::draft::Draft;
use super::given::MakingKind;
use super::left_out::LeftOut;
use crate::blank::is_blank;
use crate::character::{Character, ExampleDialogue, Identity, Roleplay, SpeechStyle, World};
use crate::ids::CharacterId;

/// Example dialogues of a file, at most.
pub const MOST_EXAMPLES: usize = 12;
/// A character knows the beginning of its story by chapters, up to so many characters.
const LONGEST_SYNOPSIS: usize = 4_000;

/// The character of a draft, under this id.
pub fn character(draft: &Draft, id: CharacterId) -> Character {
    let left_out = LeftOut::of(draft);
    let lines = lines(draft, &left_out);
    Character {
        id,
        name: draft.name.clone(),
        categories: vec![match draft.kind {
            MakingKind::Novel => "From a novel".to_owned(),
            MakingKind::Messages => "From messages".to_owned(),
        }],
        tagline: String::new(),
        description: left_out.out_of(&draft.description),
        identity: Identity {
            role: left_out.out_of(&draft.role),
            background: left_out.out_of(&draft.background),
            extra: Map::new(),
        },
        personality: draft.kept_traits().map(|one| one.text.clone()).collect(),
        speech_style: speech_style(draft, &left_out),
        behavior: crate::character::Flags::default(),
        world: World {
            universe: draft.universe.clone(),
            setting: left_out.out_of(&draft.setting),
            description: synopsis(draft, &left_out),
            extra: Map::new(),
        },
        roleplay: Roleplay {
            action_format: "({content})".to_owned(),
            thought_format: "*{content}*".to_owned(),
            break_character: Some(false),
            extra: Map::new(),
        },
        system_prompt: left_out.out_of(&draft.directions),
        greeting: greeting(draft, &left_out, &lines),
        alternate_greetings: Vec::new(),
        example_dialogues: examples(draft, &lines),
        starter: None,
        visuals: crate::character::Visuals::default(),
        extra: made_from(draft),
    }
}

/// What the story tells up to the spoiler limit.
fn synopsis(draft: &Draft, left_out: &LeftOut) -> String {
    let Some(limit) = draft.spoiler_limit else {
        return left_out.out_of(&draft.synopsis);
    };
    let known = draft.summaries.iter().filter(|(chapter, _)| **chapter <= limit);
    let texts: Vec<&str> = known.map(|(_, summary)| summary.as_str()).collect();
    super::answers::shortened(&left_out.out_of(&texts.join(" ")), LONGEST_SYNOPSIS)
}

fn speech_style(draft: &Draft, left_out: &LeftOut) -> SpeechStyle {
    let measured = draft.speech.iter().map(|sentence| left_out.out_of(sentence));
    let measured: Vec<String> = measured.filter(|sentence| !is_blank(sentence)).collect();
    let mut extra = Map::new();
    if !measured.is_empty() {
        extra.insert("measured".to_owned(), json!(measured));
    }
    SpeechStyle {
        tone: draft.tone.clone(),
        sentence_style: measured.first().cloned().unwrap_or_default(),
        extra,
        ..SpeechStyle::default()
    }
}

/// A line that is saved, without what was taken out elsewhere.
struct Line {
    chapter: u32,
    before: String,
    text: String,
}

fn lines(draft: &Draft, left_out: &LeftOut) -> Vec<Line> {
    let lines = draft.kept_lines().map(|line| Line {
        chapter: line.chapter,
        before: left_out.out_of(&line.before),
        text: left_out.out_of(&line.text),
    });
    lines.filter(|line| !is_blank(&line.text)).collect()
}

/// The draft's, or another line in the place of one that was taken out.
fn greeting(draft: &Draft, left_out: &LeftOut, lines: &[Line]) -> String {
    let greeting = left_out.out_of(&draft.greeting);
    if is_blank(&greeting) && !is_blank(&draft.greeting) {
        let lines = lines.iter().map(|line| (line.before.as_str(), line.text.as_str()));
        return super::plain::greeting_of(draft.kind, lines);
    }
    greeting
}

/// How many of the lines that a draft keeps go into the file as examples, and how many it keeps.
pub fn example_count(draft: &Draft) -> (usize, usize) {
    let kept = lines(draft, &LeftOut::of(draft)).len();
    (kept.min(MOST_EXAMPLES), kept)
}

/// Lines from all over what the character knows of the story: answers to somebody first, then what stands alone.
fn examples(draft: &Draft, lines: &[Line]) -> Vec<ExampleDialogue> {
    let (answers, alone): (Vec<&Line>, Vec<&Line>) = lines.iter().partition(|line| !is_blank(&line.before));
    let mut chosen = spread(&answers, MOST_EXAMPLES);
    chosen.extend(spread(&alone, MOST_EXAMPLES - chosen.len()));
    chosen
        .into_iter()
        .map(|line| ExampleDialogue {
            situation: match draft.kind {
                MakingKind::Novel => draft.chapters.get(line.chapter as usize).cloned().unwrap_or_default(),
                MakingKind::Messages => String::new(),
            },
            user: line.before.clone(),
            character: line.text.clone(),
            extra: Map::new(),
        })
        .collect()
}

/// So many of these, evenly from the first to the last.
fn spread<'a>(lines: &[&'a Line], most: usize) -> Vec<&'a Line> {
    let count = lines.len().min(most);
    let last = lines.len().saturating_sub(1);
    (0..count)
        .map(|at| lines[(at * last).checked_div(count - 1).unwrap_or(0)])
        .collect()
}

/// Where everything is from, for whoever reads the file.
fn made_from(draft: &Draft) -> Map<String, Value> {
    let title = |chapter: Option<u32>| chapter.and_then(|chapter| draft.chapters.get(chapter as usize));
    let traits: Vec<Value> = draft
        .kept_traits()
        .filter(|one| !one.quote.is_empty())
        .map(|one| json!({ "trait": one.text, "quote": one.quote, "chapter": title(one.chapter) }))
        .collect();
    let mut extra = Map::new();
    extra.insert(
        "made_from".to_owned(),
        json!({
            "kind": draft.kind, "method": draft.method, "source": draft.source, "authors": draft.authors, "traits": traits,
            "knows_up_to": title(draft.spoiler_limit),
        }),
    );
    extra
}

/// An id from a name: its letters in plain ASCII where they have one, joined by `_`. `taken` says whether an id is in use; then
/// a number follows.
pub fn free_id(name: &str, taken: &dyn Fn(&CharacterId) -> bool) -> CharacterId {
    use unicode_normalization::UnicodeNormalization;
    let plain: String = name
        .to_lowercase()
        .replace('ı', "i")
        .replace('ß', "ss")
        .nfd()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else if is_accent(letter) {
                '\u{0}'
            } else {
                '_'
            }
        })
        .filter(|letter| *letter != '\u{0}')
        .collect();
    let words: Vec<&str> = plain.split('_').filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("_").chars().take(56).collect();
    let stem = if stem.is_empty() { "character".to_owned() } else { stem };
    let numbered = (2..).map(|number: u32| format!("{stem}_{number}"));
    std::iter::once(stem.clone())
        .chain(numbered)
        .filter_map(|id| CharacterId::parse(&id).ok())
        .find(|id| !taken(id))
        .expect("one of endlessly many numbers is free")
}

fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}
