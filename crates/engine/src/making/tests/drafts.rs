//! Drafts: made, changed, and saved.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::reading::{given, part, passage};
use crate::character;
use crate::ids::CharacterId;
use crate::making::answers::{BookAnswer, FoundMemory, FoundTrait, JoinedTrait, PassageAnswer, PersonAnswer};
use crate::making::draft::{Draft, Found, MakingMethod, draft};
use crate::making::edit::{BadChange, DraftChange, DraftList, DraftText, change};
use crate::making::file::{character as made, example_count, free_id};
use crate::making::given::{Given, GivenLine, Passage};
use crate::making::order::in_order;
use crate::making::plain::candidates;

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

fn memory(text: &str, part: usize) -> FoundMemory {
    FoundMemory {
        text: text.to_owned(),
        part,
        date: String::new(),
        importance: 3,
    }
}

fn with_lines() -> Given {
    let mut given = given();
    given.lines = vec![
        GivenLine {
            before: String::new(),
            text: "Curiouser and curiouser!".to_owned(),
            chapter: 1,
        },
        GivenLine {
            before: "Who are you?".to_owned(),
            text: "I hardly know, sir.".to_owned(),
            chapter: 0,
        },
    ];
    given
}

fn example() -> Draft {
    let second = Passage {
        number: 1,
        chapter: 1,
        parts: vec![part("Alice swam about in the pool of tears until she met a mouse.")],
        ..passage()
    };
    let given = with_lines();
    let seen = FoundTrait {
        text: "She doubts who she is.".to_owned(),
        quote: "I’m sure I’m not Ada".to_owned(),
        part: 2,
    };
    let first_answer = PassageAnswer {
        memories: vec![
            memory("I thought that I was not Ada, as my hair is not in ringlets.", 2),
            memory("I opened the door and found a small passage behind it.", 1),
        ],
        traits: vec![seen],
        ..PassageAnswer::default()
    };
    let second_answer = PassageAnswer {
        memories: vec![
            memory("I swam in the pool of tears.", 1),
            memory("I opened the door, and found a small passage behind it.", 1),
        ],
        ..PassageAnswer::default()
    };
    let found = Found {
        given: &given,
        passages: &[passage(), second],
        answers: BTreeMap::from([(0, first_answer), (1, second_answer)]),
        summaries: BTreeMap::from([(0, "She falls.".to_owned()), (1, "She swims.".to_owned())]),
        book: BookAnswer {
            synopsis: "She falls and swims and wakes.".to_owned(),
            setting: "Underground".to_owned(),
        },
        person: PersonAnswer {
            description: "A curious girl.".to_owned(),
            traits: vec![JoinedTrait {
                text: "Is never sure who she is, and says so.".to_owned(),
                from: vec![1],
            }],
            ..PersonAnswer::default()
        },
        method: MakingMethod::Model,
        notes: Vec::new(),
    };
    draft(found, now())
}

#[test]
fn a_draft_has_memories_in_story_order_each_once_and_in_the_past() {
    let draft = example();
    let texts: Vec<&str> = draft.memories.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "I opened the door and found a small passage behind it.",
            "I thought that I was not Ada, as my hair is not in ringlets.",
            "I swam in the pool of tears.",
        ]
    );
    assert!(draft.memories.windows(2).all(|pair| pair[0].at < pair[1].at));
    assert!(draft.memories.iter().all(|memory| memory.at < now()));
    assert_eq!(
        draft.memories[2].excerpt,
        "Alice swam about in the pool of tears until she met a mouse."
    );
    // A joined trait keeps the words of the book and their chapter.
    assert_eq!(draft.traits[0].quote, "I’m sure I’m not Ada");
    assert_eq!(draft.traits[0].chapter, Some(0));
}

#[test]
fn a_draft_is_changed_or_stays_as_it_was() {
    let mut draft = example();
    assert!(change(&mut draft, &DraftChange::LimitSpoilers { chapter: Some(9) }).is_err() && !draft.edited);
    let list = DraftList::Memories;
    let merge = |ids: &[u32], text: &str| DraftChange::MergeItems {
        list,
        ids: ids.to_vec(),
        text: text.to_owned(),
    };
    change(&mut draft, &merge(&[1, 0], "I went through a door and doubted.")).unwrap();
    let kept: Vec<&str> = draft.kept_memories().map(|memory| memory.text.as_str()).collect();
    assert_eq!(
        kept,
        ["I went through a door and doubted.", "I swam in the pool of tears."]
    );
    let drop = DraftChange::DropItems {
        list: DraftList::Traits,
        ids: vec![0],
    };
    change(&mut draft, &drop).unwrap();
    assert_eq!(draft.kept_traits().count(), 0);
    let back = DraftChange::TakeBackItems {
        list: DraftList::Traits,
        ids: vec![0],
    };
    change(&mut draft, &back).unwrap();
    assert_eq!(draft.kept_traits().count(), 1);
    let set = |field, text: &str| DraftChange::SetText {
        field,
        text: text.to_owned(),
    };
    change(&mut draft, &set(DraftText::Name, " Alice Liddell ")).unwrap();
    assert!(draft.name == "Alice Liddell" && draft.edited);
    let before = draft.clone();
    for (bad, error) in [
        (merge(&[0], "one"), BadChange::TooFew),
        (merge(&[0, 77], "one"), BadChange::NoItem(77)),
        (merge(&[0, 1], "  "), BadChange::Blank),
        (set(DraftText::Name, ""), BadChange::Blank),
        (set(DraftText::Synopsis, &"x".repeat(5_000)), BadChange::TooLong(4_000)),
        (DraftChange::LimitSpoilers { chapter: Some(9) }, BadChange::NoChapter(9)),
    ] {
        assert_eq!(change(&mut draft, &bad), Err(error));
        assert_eq!(draft, before);
    }
}

#[test]
fn who_knows_the_story_up_to_a_chapter_knows_no_more() {
    let mut draft = example();
    change(&mut draft, &DraftChange::LimitSpoilers { chapter: Some(0) }).unwrap();
    assert_eq!(draft.kept_memories().count(), 2);
    let id = CharacterId::parse("alice").unwrap();
    let character = made(&draft, id.clone());
    assert_eq!(character.world.description, "She falls.");
    let text = character::to_json(&character);
    assert!(
        !text.contains("Curiouser") && !text.contains("swims") && !text.contains("swam"),
        "{text}"
    );
    draft.spoiler_limit = None;
    let text = character::to_json(&made(&draft, id));
    assert!(text.contains("Curiouser") && text.contains("wakes"));
}

#[test]
fn a_made_character_is_a_whole_file() {
    let draft = example();
    let id = free_id("Élodie d’Açai-Öz", &|_| false);
    assert_eq!(id.as_str(), "elodie_d_acai_oz");
    let text = character::to_json(&made(&draft, id.clone()));
    let read = character::parse(&text, id.as_str()).unwrap();
    assert_eq!(read.name, "Alice");
    assert_eq!(read.personality, ["Is never sure who she is, and says so."]);
    // Answers come first.
    assert_eq!(read.example_dialogues[0].user, "Who are you?");
    assert!(!read.greeting.is_empty() && !read.system_prompt.is_empty() && !read.world.universe.is_empty());
    assert_eq!(read.extra["made_from"]["traits"][0]["quote"], "I’m sure I’m not Ada");
    let taken = |id: &CharacterId| id.as_str() == "alice" || id.as_str() == "alice_2";
    assert_eq!(free_id("Alice", &taken).as_str(), "alice_3");
    assert_eq!(free_id("日本", &|_| false).as_str(), "character");
    assert_eq!(free_id("CON", &|_| false).as_str(), "con_2");
}

#[test]
fn what_is_changed_in_a_draft_has_no_control_characters() {
    let mut draft = example();
    let raw = "\u{1b}[31mred\u{7}\0 one\r\ntwo\u{9b}";
    let clean = "[31mred one\ntwo";
    let item = |list| DraftChange::EditItem {
        list,
        id: 0,
        text: raw.to_owned(),
    };
    let set = |field, text: &str| DraftChange::SetText {
        field,
        text: text.to_owned(),
    };
    let before = DraftChange::EditBefore {
        id: 0,
        before: raw.to_owned(),
    };
    let merged = DraftChange::MergeItems {
        list: DraftList::Memories,
        ids: vec![1, 2],
        text: raw.to_owned(),
    };
    let tone = DraftChange::SetTone {
        tone: vec!["dry\u{1b}".to_owned(), "\u{7}".to_owned()],
    };
    for one in [
        item(DraftList::Traits),
        item(DraftList::Memories),
        item(DraftList::Lines),
        before,
        merged,
        tone,
        set(DraftText::Background, raw),
        set(DraftText::Greeting, raw),
        set(DraftText::Name, "Al\u{1b}ice"),
    ] {
        change(&mut draft, &one).unwrap();
    }
    let (line, memories) = (&draft.lines[0], &draft.memories);
    for text in [
        &draft.traits[0].text,
        &memories[0].text,
        &memories[1].text,
        &line.text,
        &line.before,
        &draft.background,
        &draft.greeting,
    ] {
        assert_eq!(text, clean);
    }
    assert_eq!(draft.tone, ["dry"]);
    assert_eq!(draft.name, "Alice");
    assert_eq!(
        change(&mut draft, &set(DraftText::Name, "\u{1b}\u{7}")),
        Err(BadChange::Blank)
    );
}

/// A file had the first twelve of forty lines, and so those of the first chapters.
#[test]
fn examples_are_from_all_over_what_is_known_of_the_story() {
    let line = |chapter: u32| GivenLine {
        before: if chapter.is_multiple_of(2) {
            "Where?".to_owned()
        } else {
            String::new()
        },
        text: format!("This is what I say in chapter {chapter}."),
        chapter,
    };
    let given = Given {
        lines: (0..40).map(line).collect(),
        ..given()
    };
    let found = Found {
        given: &given,
        passages: &[],
        answers: BTreeMap::new(),
        summaries: BTreeMap::new(),
        book: BookAnswer::default(),
        person: PersonAnswer::default(),
        method: MakingMethod::Model,
        notes: Vec::new(),
    };
    let mut draft = draft(found, now());
    let said = |draft: &Draft| -> Vec<String> {
        let file = made(draft, CharacterId::parse("alice").unwrap());
        file.example_dialogues.into_iter().map(|one| one.character).collect()
    };
    let all = said(&draft);
    assert_eq!(example_count(&draft), (12, 40));
    assert_eq!(all.len(), 12);
    assert_eq!(
        (&*all[0], &*all[11]),
        ("This is what I say in chapter 0.", "This is what I say in chapter 38.")
    );
    // Ten answers within the limit, then two that answer nobody.
    draft.spoiler_limit = Some(19);
    let known = said(&draft);
    assert_eq!(
        (&*known[9], &*known[10], &*known[11]),
        (
            "This is what I say in chapter 18.",
            "This is what I say in chapter 1.",
            "This is what I say in chapter 19.",
        )
    );
}

/// Memories of one paragraph stood as the model named them.
#[test]
fn memories_of_one_paragraph_stand_in_the_order_of_its_sentences() {
    let text = "Alice opened the little door with the golden key. She drank from the bottle on the table. Then she cried for her sister.";
    let passages = [Passage {
        parts: vec![part("Alice slept under the tree."), part(text)],
        ..passage()
    }];
    let answer = PassageAnswer {
        memories: vec![
            memory("I cried for my sister and nobody came.", 2),
            memory("I drank from the bottle that stood there.", 2),
            memory("I felt odd.", 2),
            memory("With the golden key I opened a door.", 2),
            memory("I slept under a tree.", 1),
        ],
        ..PassageAnswer::default()
    };
    let ordered = in_order(&answer.memories, &passages[0]);
    let texts: Vec<&str> = ordered.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "I slept under a tree.",
            "With the golden key I opened a door.",
            "I drank from the bottle that stood there.",
            "I felt odd.",
            "I cried for my sister and nobody came.",
        ]
    );
    // Without a model too, whatever weighs more.
    let weighed = "One day she said a word about Alice to the gardener. Alice ran far away through the old garden.";
    let passage = Passage {
        parts: vec![part(weighed)],
        ..passage()
    };
    let texts: Vec<String> = candidates(&passage, &given()).into_iter().map(|one| one.text).collect();
    assert!(
        texts[0].starts_with("One day") && texts[1].starts_with("Alice ran"),
        "{texts:?}"
    );
}
