use serde_json::json;

use super::*;
use crate::character::{parse, to_json};

fn mara() -> Character {
    let file = json!({
        "id": "mara", "name": "Mara", "categories": ["From messages"], "description": "A woman at doors.\n",
        "identity": { "role": "A lodger", "age": 40 },
        "personality": ["Gives orders quietly.", "Hates rain."],
        "speech_style": { "tone": ["dry"], "sentence_style": "Short sentences.", "measured": ["Short sentences.", "Few questions."] },
        "greeting": "Open the door.",
        "example_dialogues": [
            { "user": "Who is there?", "character": "I am.", "mood": "cold" },
            { "user": "Why?", "character": "Rain." },
        ],
        "starter": { "description": "You are Mara." },
        "made_from": { "kind": "messages", "traits": [
            { "trait": "Gives orders quietly.", "quote": "Open the door" }, { "trait": "Hates rain.", "quote": "Rain again" },
        ] },
        "from_elsewhere": [1, 2],
    });
    parse(&file.to_string(), "mara").unwrap()
}

#[test]
fn texts_that_were_not_changed_leave_the_file_as_it_was() {
    let mara = mara();
    assert_eq!(with_texts(&mara, &texts_of(&mara)), Ok(mara));
}

#[test]
fn what_the_app_does_not_know_stays_with_what_is_changed() {
    let mara = mara();
    let mut texts = texts_of(&mara);
    texts.name = " Mara\tVoss\u{1b} ".to_owned();
    texts.description = "At the\r\ndoor.\u{7}".to_owned();
    texts.examples.reverse();
    texts.examples[1].character = "Me.".to_owned();
    texts.examples.push(ExampleTexts {
        user: "And now?".to_owned(),
        ..ExampleTexts::default()
    });
    texts.examples.push(ExampleTexts::default());
    texts.tone = vec!["  ".to_owned(), "dry".to_owned(), " warm ".to_owned()];
    let new = with_texts(&mara, &texts).unwrap();
    assert_eq!(
        (new.name.as_str(), new.description.as_str()),
        ("Mara Voss", "At the\ndoor.")
    );
    assert_eq!(new.speech_style.tone, ["dry", "warm"]);
    assert_eq!(new.example_dialogues.len(), 3);
    assert_eq!(new.example_dialogues[1].extra["mood"], "cold");
    assert_eq!(new.example_dialogues[1].character, "Me.");
    assert!(new.example_dialogues[0].extra.is_empty() && new.example_dialogues[2].extra.is_empty());
    assert_eq!(new.extra["from_elsewhere"], json!([1, 2]));
    assert_eq!(new.identity.extra["age"], 40);
    assert_eq!(parse(&to_json(&new), "mara").unwrap(), new);
}

#[test]
fn what_was_changed_or_taken_out_stands_nowhere_else_in_the_file() {
    let mara = mara();
    let mut texts = texts_of(&mara);
    texts.personality.remove(1);
    texts.sentence_style = "Long sentences.".to_owned();
    let file = to_json(&with_texts(&mara, &texts).unwrap());
    for gone in ["Hates rain", "Rain again", "Short sentences", "You are Mara"] {
        assert!(!file.contains(gone), "{gone} in {file}");
    }
    for stays in ["Open the door\"", "Few questions."] {
        assert!(file.contains(stays), "{stays} not in {file}");
    }
    let mut renamed = texts_of(&mara);
    renamed.name = "Mara Voss".to_owned();
    assert!(
        with_texts(&mara, &renamed).unwrap().starter.is_some(),
        "it calls her by whatever name"
    );
}

#[test]
fn what_is_too_long_is_told_with_its_place() {
    let mara = mara();
    let long = "ä".repeat(MAX_TEXT_CHARS + 1);
    type Change = fn(&mut CharacterTexts, String);
    let changes: [(&str, Change); 4] = [
        ("world.setting", |texts, long| texts.setting = long),
        ("personality[2]", |texts, long| texts.personality.push(long)),
        ("example_dialogues[0].user", |texts, long| texts.examples[0].user = long),
        ("categories", |texts, _| {
            texts.categories = vec!["a".to_owned(); MAX_ITEMS + 1]
        }),
    ];
    for (path, change) in changes {
        let mut texts = texts_of(&mara);
        change(&mut texts, long.clone());
        assert_eq!(
            with_texts(&mara, &texts).map_err(|error| error.path),
            Err(path.to_owned())
        );
    }
}

#[test]
fn a_long_text_that_was_written_by_hand_does_not_forbid_changing_another() {
    let mut mara = mara();
    mara.system_prompt = "ä".repeat(MAX_TEXT_CHARS + 1);
    let mut texts = texts_of(&mara);
    texts.greeting = "Well?".to_owned();
    let new = with_texts(&mara, &texts).unwrap();
    assert_eq!(
        (new.greeting.as_str(), new.system_prompt),
        ("Well?", mara.system_prompt)
    );
}
