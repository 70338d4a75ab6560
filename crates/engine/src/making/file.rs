//! The character in the end: a complete file, as one that was written by hand.

use serde_json::{Map, Value, json};

use super::draft::Draft;
use super::given::MakingKind;
use crate::blank::is_blank;
use crate::character::{Character, ExampleDialogue, Identity, Roleplay, SpeechStyle, World};
use crate::ids::CharacterId;

/// Example dialogues of a file.
const MOST_EXAMPLES: usize = 12;
/// A character knows the beginning of its story by chapters, up to so many characters.
const LONGEST_SYNOPSIS: usize = 4_000;

/// The character of a draft, under this id.
pub fn character(draft: &Draft, id: CharacterId) -> Character {
    let synopsis = synopsis(draft);
    Character {
        id,
        name: draft.name.clone(),
        categories: vec![match draft.kind {
            MakingKind::Novel => "From a novel".to_owned(),
            MakingKind::Messages => "From messages".to_owned(),
        }],
        description: draft.description.clone(),
        identity: Identity {
            role: draft.role.clone(),
            background: draft.background.clone(),
            extra: Map::new(),
        },
        personality: draft.kept_traits().map(|one| one.text.clone()).collect(),
        speech_style: speech_style(draft),
        behavior: crate::character::Flags::default(),
        world: World {
            universe: draft.universe.clone(),
            setting: draft.setting.clone(),
            description: synopsis,
            extra: Map::new(),
        },
        roleplay: Roleplay {
            action_format: "({content})".to_owned(),
            thought_format: "*{content}*".to_owned(),
            break_character: Some(false),
            extra: Map::new(),
        },
        system_prompt: draft.directions.clone(),
        greeting: draft.greeting.clone(),
        alternate_greetings: Vec::new(),
        example_dialogues: examples(draft),
        starter: None,
        visuals: crate::character::Visuals::default(),
        extra: made_from(draft),
    }
}

/// What the story tells up to the spoiler limit.
fn synopsis(draft: &Draft) -> String {
    let Some(limit) = draft.spoiler_limit else {
        return draft.synopsis.clone();
    };
    let known = draft.summaries.iter().filter(|(chapter, _)| **chapter <= limit);
    let texts: Vec<&str> = known.map(|(_, summary)| summary.as_str()).collect();
    super::answers::shortened(&texts.join(" "), LONGEST_SYNOPSIS)
}

fn speech_style(draft: &Draft) -> SpeechStyle {
    let mut extra = Map::new();
    if !draft.speech.is_empty() {
        extra.insert("measured".to_owned(), json!(draft.speech));
    }
    SpeechStyle {
        tone: draft.tone.clone(),
        sentence_style: draft.speech.first().cloned().unwrap_or_default(),
        extra,
        ..SpeechStyle::default()
    }
}

fn examples(draft: &Draft) -> Vec<ExampleDialogue> {
    let lines: Vec<_> = draft.kept_lines().collect();
    let answers = lines.iter().filter(|line| !is_blank(&line.before));
    let alone = lines.iter().filter(|line| is_blank(&line.before));
    answers
        .chain(alone)
        .take(MOST_EXAMPLES)
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
