//! What is taken from answers, and what stands in for them.

use crate::making::answers::{read_book, read_chapter, read_choice, read_passage, read_person};
use crate::making::given::{Given, Part, Passage};
use crate::making::{MakingKind, plain, request};
use crate::prompt::tests::bundled;

pub fn part(text: &str) -> Part {
    Part {
        text: text.to_owned(),
        author: String::new(),
        is_own: false,
        moment: None,
    }
}

pub fn passage() -> Passage {
    Passage {
        number: 0,
        chapter: 0,
        context: String::new(),
        parts: vec![
            part("Alice opened the door and found that it led into a small passage."),
            part("“I’m sure I’m not Ada,” she said, “for her hair goes in such long ringlets.”"),
        ],
        tokens: 40,
    }
}

pub fn given() -> Given {
    Given {
        kind: MakingKind::Novel,
        person: "Alice".to_owned(),
        source: "Wonderland".to_owned(),
        authors: vec!["Lewis Carroll".to_owned()],
        chapters: vec!["Down the Hole".to_owned(), "The Pool".to_owned()],
        aliases: vec!["Alice".to_owned()],
        speech: vec!["Asks much.".to_owned()],
        lines: Vec::new(),
        language: Some("en".to_owned()),
    }
}

#[test]
fn items_of_an_answer_are_checked_alone() {
    let answer = r#"Here it is: {"summary": "Alice opens a door.", "place": "a hall", "memories": [
        {"text": "I opened a door to a small passage.", "part": 1, "date": "", "importance": 9},
        {"text": "I was somewhere that is not in the text.", "part": 7, "importance": 3},
        {"text": "I", "part": 1, "importance": 3}],
        "traits": [
        {"text": "She doubts who she is.", "quote": "I'm sure I'm not Ada, she said", "part": 1},
        {"text": "She loves gardens more than anything.", "quote": "the loveliest garden you ever saw", "part": 2}"#;
    let found = read_passage(answer, &passage()).unwrap();
    assert_eq!(found.memories.len(), 1);
    assert_eq!((found.memories[0].part, found.memories[0].importance), (1, 5));
    // The words are there, in another paragraph than was said, and with other marks.
    assert_eq!(found.traits.len(), 1);
    assert_eq!(found.traits[0].part, 2);
    assert_eq!(found.place, "a hall");
}

#[test]
fn an_answer_that_says_nothing_is_none() {
    let passage = passage();
    for answer in [
        "",
        "I cannot do that.",
        "{}",
        r#"{"memories": []}"#,
        r#"{"memories": "none", "summary": 3}"#,
    ] {
        assert!(read_passage(answer, &passage).is_err(), "{answer}");
    }
    // Nothing happened to the character there, which is an answer too.
    assert!(read_passage(r#"{"summary": "A storm.", "memories": []}"#, &passage).is_ok());
    assert!(read_chapter(r#"{"summary": " "}"#).is_err());
    assert!(read_book(r#"{"synopsis": ""}"#).is_err());
    assert!(read_person(r#"{"description": ""}"#, 3).is_err());
    assert!(read_choice(r#"{"remember": [0, 9]}"#, 3).is_err());
    assert_eq!(read_choice(r#"{"remember": [3, 1, 3, 9]"#, 3).unwrap(), [1, 3]);
}

#[test]
fn a_joined_trait_names_traits_that_are_there() {
    let answer = r#"{"description": "A girl.", "tone": ["curious", ""], "traits": [
        {"text": "Asks before she thinks.", "from": [2, 9]}, {"text": "Made up of nothing.", "from": []}]}"#;
    let found = read_person(answer, 3).unwrap();
    assert_eq!(found.traits.len(), 1);
    assert_eq!(found.traits[0].from, [2]);
    assert_eq!(found.tone, ["curious"]);
}

#[test]
fn without_a_model_the_passages_own_sentences_are_remembered() {
    let found = plain::passage(&passage(), &given(), &[]);
    assert_eq!(found.memories.len(), 1);
    assert_eq!(found.memories[0].text, passage().parts[0].text);
    assert_eq!(found.summary, found.memories[0].text);
    let mut messages = passage();
    messages.parts = vec![
        Part {
            author: "Ben".to_owned(),
            ..part("are you coming tonight?")
        },
        Part {
            author: "Mara".to_owned(),
            is_own: true,
            ..part("yes, but later, I still have to bring the cat to my sister")
        },
    ];
    let mut of_messages = given();
    of_messages.kind = MakingKind::Messages;
    let found = plain::passage(&messages, &of_messages, &[]);
    let text = &found.memories[0].text;
    assert!(
        text.starts_with("Ben: “are you coming tonight?”") && text.contains("bring the cat"),
        "{text}"
    );
}

/// "I dare say Mr. Bingley will be glad to see you" was remembered as what happened: it stood in the middle of somebody's speech.
#[test]
fn a_sentence_in_the_middle_of_a_speech_gives_way_to_what_is_told() {
    let mut talk = passage();
    let told = [
        "They walked home, and Alice told her sister what she had seen.",
        "There was nothing else to do, so Alice went on with it.",
        "The rain fell on the roof, and Alice could not sleep at all.",
    ];
    talk.parts = vec![part(
        "“You want to go. Alice is a good girl and will be glad to see you; I will write to Alice. So go.”",
    )];
    talk.parts.extend(told.map(part));
    let found = plain::passage(&talk, &given(), &[]);
    let texts: Vec<&str> = found.memories.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(texts, told);
}

/// A model that is not told who "I" is remembers nothing of a passage that never has the name, or what somebody else lived through.
#[test]
fn a_model_is_told_who_tells_a_passage() {
    let asked = |passage: &Passage| request::passage(&bundled(), &given(), passage).unwrap().text;
    let told = "Alice tells this passage: \"I\" outside of what others say is Alice.";
    assert!(!asked(&passage()).contains("tells this passage"));
    let mut own = passage();
    own.parts[0].is_own = true;
    assert!(asked(&own).contains(told), "{}", asked(&own));
}
