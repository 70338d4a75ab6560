//! What is taken out of a draft, and texts that say it again.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::reading::{given, part};
use crate::character::{self, Character};
use crate::ids::CharacterId;
use crate::making::answers::{BookAnswer, PersonAnswer};
use crate::making::draft::{Draft, Found, MakingMethod, draft};
use crate::making::edit::{DraftChange, DraftList, change};
use crate::making::file::character as made;
use crate::making::given::{Given, GivenLine, MakingKind, Moment, Part, Passage};
use crate::making::plain;

const LENGTH: &str = "Usually writes 14 words, seldom more than 60.";
const EMOJI: &str = "Uses no emoji.";

fn line(before: &str, text: &str, chapter: u32) -> GivenLine {
    GivenLine {
        before: before.to_owned(),
        text: text.to_owned(),
        chapter,
    }
}

fn said(author: &str, text: &str, at: i64) -> Part {
    Part {
        author: author.to_owned(),
        is_own: author == "Mara",
        moment: Some(Moment::Real(at)),
        ..part(text)
    }
}

fn given_of_mara() -> Given {
    Given {
        kind: MakingKind::Messages,
        person: "Mara".to_owned(),
        chapters: vec!["2024-01".to_owned(), "2024-02".to_owned()],
        aliases: vec!["Mara".to_owned()],
        speech: vec![
            LENGTH.to_owned(),
            "Ends messages with no mark (80%).".to_owned(),
            EMOJI.to_owned(),
        ],
        lines: vec![
            line("how are you", "tired, the ferry was late again", 0),
            line("did you tell them", "I told my sister about the new flat in Bergen", 0),
            line("and the cat", "the cat stays with grandmother until summer", 1),
        ],
        ..given()
    }
}

fn passages() -> [Passage; 2] {
    let passage = |number, parts| Passage {
        number,
        chapter: number,
        context: String::new(),
        parts,
        tokens: 40,
    };
    [
        passage(
            0,
            vec![
                said("Ben", "how are you", 1_704_200_000_000),
                said("Mara", "tired, the ferry was late again", 1_704_200_060_000),
                said("Ben", "did you tell them", 1_704_300_000_000),
                said(
                    "Mara",
                    "I told my sister about the new flat in Bergen",
                    1_704_300_060_000,
                ),
            ],
        ),
        passage(
            1,
            vec![
                said("Ben", "and the cat", 1_707_000_000_000),
                said("Mara", "the cat stays with grandmother until summer", 1_707_000_060_000),
            ],
        ),
    ]
}

/// Two months, made as without a large model: the passages' own sentences.
fn example() -> Draft {
    let (given, passages) = (given_of_mara(), passages());
    let answers: BTreeMap<_, _> = passages
        .iter()
        .map(|passage| (passage.number, plain::passage(passage, &given, &[])))
        .collect();
    let texts = |number| {
        let memories = answers[&number].memories.iter();
        memories
            .map(|memory| memory.text.as_str())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let summaries = BTreeMap::from([(0, texts(0)), (1, texts(1))]);
    let synopsis = format!("{} {}", summaries[&0], summaries[&1]);
    let found = Found {
        given: &given,
        passages: &passages,
        answers,
        summaries,
        book: BookAnswer {
            synopsis,
            ..BookAnswer::default()
        },
        person: PersonAnswer::default(),
        method: MakingMethod::SmallModel,
        notes: Vec::new(),
    };
    draft(found, Timestamp::from_second(1_800_000_000).unwrap())
}

fn saved(draft: &Draft) -> (Character, String) {
    let character = made(draft, CharacterId::parse("mara").unwrap());
    let text = character::to_json(&character);
    (character, text)
}

fn drop_item(draft: &mut Draft, list: DraftList, id: u32) {
    change(draft, &DraftChange::DropItems { list, ids: vec![id] }).unwrap();
}

fn edit(draft: &mut Draft, list: DraftList, id: u32, text: &str) {
    let text = text.to_owned();
    change(draft, &DraftChange::EditItem { list, id, text }).unwrap();
}

/// The place of the memory that says this.
fn memory(draft: &Draft, words: &str) -> u32 {
    draft.memories.iter().find(|one| one.text.contains(words)).unwrap().id
}

#[test]
fn a_draft_that_nobody_changed_is_saved_as_it_stands() {
    let draft = example();
    let (character, _) = saved(&draft);
    assert_eq!(character.world.description, draft.synopsis);
    assert_eq!(character.system_prompt, draft.directions);
    assert_eq!(character.greeting, "tired, the ferry was late again");
    assert_eq!(character.speech_style.sentence_style, LENGTH);
    assert_eq!(character.example_dialogues.len(), 3);
    for words in [LENGTH, EMOJI] {
        assert!(character.system_prompt.contains(words));
    }
    assert_eq!(draft.synopsis.matches("I wrote: “").count(), 3, "{}", draft.synopsis);
}

/// Directions, measured speech, what happens, the greeting and examples went on saying what was unticked or edited in the review.
#[test]
fn what_is_dropped_or_edited_in_the_review_is_in_no_text_of_the_saved_file() {
    let mut draft = example();
    drop_item(&mut draft, DraftList::Traits, 2);
    edit(&mut draft, DraftList::Traits, 0, "Writes at length when it matters.");
    let bergen = memory(&draft, "Bergen");
    drop_item(&mut draft, DraftList::Memories, bergen);
    let cat = memory(&draft, "cat");
    edit(&mut draft, DraftList::Memories, cat, "I gave the cat away for a while.");
    drop_item(&mut draft, DraftList::Lines, 0);
    let (character, text) = saved(&draft);
    for gone in [
        "no emoji",
        "14 words",
        "Bergen",
        "did you tell them",
        "grandmother",
        "ferry",
    ] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    assert_eq!(
        character.speech_style.extra["measured"],
        serde_json::json!(["Writes at length when it matters.", "Ends messages with no mark (80%)."])
    );
    assert_eq!(
        character.speech_style.sentence_style,
        "Writes at length when it matters."
    );
    assert!(
        character
            .system_prompt
            .starts_with("Write as {{char}} does in messages")
    );
    assert!(
        character
            .system_prompt
            .ends_with("Writes at length when it matters. Ends messages with no mark (80%)."),
        "{}",
        character.system_prompt
    );
    assert_eq!(
        character.world.description,
        "Ben: “how are you” I gave the cat away for a while."
    );
    assert_eq!(character.greeting, "Hey");
    // Taken back, everything is there again.
    let back = DraftChange::TakeBackItems {
        list: DraftList::Lines,
        ids: vec![0],
    };
    change(&mut draft, &back).unwrap();
    assert_eq!(saved(&draft).0.greeting, "tired, the ferry was late again");
}

#[test]
fn words_that_another_kept_item_says_stay_and_a_dropped_greeting_gives_way_to_the_next_line() {
    let mut draft = example();
    drop_item(&mut draft, DraftList::Lines, 0);
    assert_eq!(
        saved(&draft).0.greeting,
        "I told my sister about the new flat in Bergen"
    );
    edit(&mut draft, DraftList::Lines, 1, "Tired! The ferry was late, again.");
    let (character, text) = saved(&draft);
    assert_eq!(
        character.greeting, "tired, the ferry was late again",
        "a kept line says it"
    );
    assert!(text.contains("Tired! The ferry was late, again."));
    edit(&mut draft, DraftList::Lines, 1, "I told nobody about it");
    edit(
        &mut draft,
        DraftList::Lines,
        1,
        "I told my sister about the new flat in Bergen",
    );
    let (character, text) = saved(&draft);
    assert!(
        character.greeting.contains("Bergen") && !text.contains("nobody"),
        "{text}"
    );
}

#[test]
fn who_remembers_up_to_a_month_has_no_later_line_in_examples_or_greeting() {
    let mut draft = example();
    draft.greeting = "The cat stays with grandmother until summer!".to_owned();
    change(&mut draft, &DraftChange::LimitSpoilers { chapter: Some(0) }).unwrap();
    let (character, text) = saved(&draft);
    assert!(!text.contains("grandmother") && !text.contains("and the cat"), "{text}");
    assert_eq!(character.greeting, "tired, the ferry was late again");
    assert_eq!(character.example_dialogues.len(), 2);
    assert!(character.world.description.contains("Bergen"));
}
