use proptest::prelude::*;

use super::labelled::{ENGLISH_FACTS, ENGLISH_OTHERS, TURKISH_FACTS, TURKISH_OTHERS};
use super::*;
use crate::conversation::{Message, Role};
use crate::macros::Names;
use crate::memory::MOST_SUMMARY_CHARS;
use crate::prompt::tests::message;

/// Precision and recall over labelled sentences, in per cent, and what went wrong.
fn measured(language: &str, yes: &[&str], no: &[&str]) -> (usize, usize, Vec<String>) {
    let finds = |sentence: &&&str| !facts(sentence, language).is_empty();
    let (right, missed): (Vec<&&str>, Vec<&&str>) = yes.iter().partition(finds);
    let wrong: Vec<&&str> = no.iter().filter(finds).collect();
    let report = missed
        .iter()
        .map(|sentence| format!("missed: {sentence}"))
        .chain(wrong.iter().map(|sentence| format!("wrong: {sentence}")));
    let precision = right.len() * 100 / (right.len() + wrong.len()).max(1);
    (precision, right.len() * 100 / yes.len(), report.collect())
}

#[test]
fn facts_are_found_in_labelled_sentences() {
    let english = [ENGLISH_FACTS, held_out::ENGLISH_FACTS].concat();
    let not_english = [ENGLISH_OTHERS, held_out::ENGLISH_OTHERS].concat();
    let turkish = [TURKISH_FACTS, held_out::TURKISH_FACTS].concat();
    let not_turkish = [TURKISH_OTHERS, held_out::TURKISH_OTHERS].concat();
    assert!(english.len() + not_english.len() >= 120 && turkish.len() + not_turkish.len() >= 120);
    for (language, yes, no) in [("en", english, not_english), ("tr", turkish, not_turkish)] {
        let (precision, recall, report) = measured(language, &yes, &no);
        assert!(
            precision >= 95 && recall >= 95,
            "{language}: precision {precision}, recall {recall}\n{}",
            report.join("\n")
        );
    }
}

fn talk(texts: &[(Role, &str)]) -> Vec<Message> {
    texts
        .iter()
        .zip(0..)
        .map(|((role, text), position)| message(position, *role, text))
        .collect()
}

fn input<'a>(messages: &'a [Message], language: Option<&'a str>) -> ExtractionInput<'a> {
    ExtractionInput {
        names: Names::new("Maren Holt", "Ayşe"),
        persona: "",
        language,
        previous: None,
        messages,
        excluded: &[],
        known: &[],
        blocked: &[],
        axes: &[],
    }
}

#[test]
fn facts_are_the_readers_sentences_word_for_word() {
    let check = |text: &str, language: &str, expected: &[&str]| assert_eq!(facts(text, language), expected, "{text:?}");
    check(
        "Oh, hello! I live in Oslo. (sits down) My sister is a nurse; what about you? I live in Oslo.",
        "en-GB",
        &["I live in Oslo."],
    );
    check("*I am a thief.* (I am a spy.) I'm a baker.", "en", &["I'm a baker."]);
    check("\"I live in Oslo,\" he said.", "en", &[]);
    check(
        "Adım Elif. Nasılsın? İstanbul'da yaşıyorum!",
        "tr",
        &["Adım Elif.", "İstanbul'da yaşıyorum!"],
    );
    // Without rules for a language there are no facts.
    check("Ich wohne in Oslo. Ich heiße Clara.", "de", &[]);
    check("I live in Oslo.", "de", &[]);
    let many = "I live in Oslo. I live in Rome. I live in Paris. I live in Cairo. I live in Lima.";
    assert_eq!(facts(many, "en").len(), 4);
    assert!(is_own_words("I live in Oslo.") && is_own_words("Adım Elif.") && !is_own_words("Ayşe lives in Oslo."));
}

#[test]
fn a_batch_is_read_by_rules() {
    let messages = talk(&[
        (Role::Character, "I live on this rock. Who are you?"),
        (Role::User, "I'm Clara, by the way. I live in Oslo with my sister."),
        (
            Role::Character,
            "The lamp needs oil before the storm comes to Skerry Rock.",
        ),
        (Role::User, "I moved to Bergen in May! I am so tired."),
        (Role::User, "I am allergic to peanuts."),
    ]);
    let blocked = [crate::memory::normalise::fact_hash("i am allergic to PEANUTS")];
    let mut input = input(&messages, None);
    input.blocked = &blocked;
    let read = extract(&input);
    let texts: Vec<&str> = read.extraction.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(
        texts,
        [
            "I'm Clara, by the way.",
            "I live in Oslo with my sister.",
            "I moved to Bergen in May!"
        ]
    );
    assert_eq!(read.extraction.facts[2].sources, [messages[3].id]);
    assert_eq!(read.extraction.facts[2].supersedes_earlier, Some(1));
    assert_eq!(read.dropped.len(), 1, "the one that was forgotten: {:?}", read.dropped);
    assert_eq!(read.extraction.events, []);
    insta::assert_snapshot!(read.extraction.summary.text);

    let german = talk(&[(
        Role::User,
        "Ich wohne in Oslo, und ich habe zwei Katzen, die ich sehr mag.",
    )]);
    let read = extract(&super::tests::input(&german, None));
    assert_eq!(read.extraction.facts, []);
    assert_eq!(
        read.extraction.summary.text,
        "Ayşe: Ich wohne in Oslo, und ich habe zwei Katzen, die ich sehr mag."
    );
    assert_eq!(read.extraction.summary.kind, SummaryKind::Extractive);
}

/// A character that answers in English decided the language of the reader's short sentences: one fact was found in all of these.
#[test]
fn short_turkish_sentences_are_read_whatever_language_the_character_answers_in() {
    let said = [
        "Adım Elif.",
        "İzmir'de yaşıyorum.",
        "Öğretmenim.",
        "Kedim var.",
        "Bir kız kardeşim var.",
        "Fıstığa alerjim var.",
        "Çayı severim.",
        "Köpeklerden korkarım.",
    ];
    let mut texts = Vec::new();
    for text in said {
        texts.push((Role::User, text));
        let answer = "I see. And what is it that you want of me on such a night, with the sea so high?";
        texts.push((Role::Character, answer));
    }
    let messages = talk(&texts);
    let found = extract(&input(&messages, None)).extraction.facts;
    let told = extract(&input(&messages, Some("tr"))).extraction.facts;
    assert!(found.len() >= 6, "{found:?}");
    assert_eq!(found, told, "as when the language is set");
    let alone = talk(&texts[..2]);
    assert_eq!(extract(&input(&alone, None)).extraction.facts[0].text, "Adım Elif.");
}

#[test]
fn the_marks_of_actions_stand_once_in_a_summary_and_dots_are_few() {
    let text = "(He looks at the old harbour of Drøbak....) (The lamp burns low. The storm over Drøbak rises.)";
    let messages = talk(&[(Role::Character, text)]);
    let summary = extract(&input(&messages, None)).extraction.summary.text;
    assert!(
        summary.contains("(He looks at the old harbour of Drøbak…)"),
        "{summary}"
    );
    assert!(summary.contains("(The storm over Drøbak rises.)"), "{summary}");
    assert!(!summary.contains("((") && !summary.contains("...."), "{summary}");
}

#[test]
fn a_newer_sentence_supersedes_a_known_one() {
    let messages = talk(&[(Role::User, "I moved to Bergen in May.")]);
    let known = [crate::memory::Fact {
        id: crate::ids::FactId(uuid::Uuid::from_u128(7)),
        text: "Ayşe lives in Oslo.".to_owned(),
        kind: crate::memory::FactKind::Automatic,
        scope: crate::memory::FactScope::Conversation,
        importance: 3,
        sources: Vec::new(),
        supersedes: None,
        created_at: jiff::Timestamp::UNIX_EPOCH,
    }];
    let mut input = input(&messages, Some("en"));
    input.known = &known;
    assert_eq!(extract(&input).extraction.facts[0].supersedes, Some(known[0].id));
}

#[test]
fn an_extractive_summary_grows_within_its_bounds_and_keeps_its_beginning() {
    let mut summary = String::new();
    for batch in 0..60 {
        let texts: Vec<String> = (0..10)
            .map(|number| {
                format!(
                    "In chapter {batch} the captain of ship {number} sailed for Bergen with {batch} barrels of oil."
                )
            })
            .collect();
        let messages: Vec<Message> = texts
            .iter()
            .zip(0..)
            .map(|(text, position)| message(position, Role::User, text))
            .collect();
        let readable: Vec<&Message> = messages.iter().collect();
        let next = super::summary(&summary, &readable, Names::new("Maren", "Ayşe"));
        assert!(
            next.chars().count() <= MOST_SUMMARY_CHARS && next.lines().count() <= 24,
            "{next}"
        );
        for line in next.lines() {
            let text = line.strip_prefix("Ayşe: ").unwrap();
            assert!(
                texts.iter().any(|said| said == text) || summary.lines().any(|old| old == line),
                "{line}"
            );
        }
        assert!(
            next.lines().last().unwrap().contains(&format!("chapter {batch} ")),
            "{next}"
        );
        summary = next;
    }
    assert!(summary.starts_with("Ayşe: In chapter 0 "), "{summary}");
    // Nothing new was said.
    assert_eq!(super::summary(&summary, &[], Names::new("Maren", "Ayşe")), summary);
}

#[test]
fn what_is_said_again_and_again_takes_no_other_line_s_place_in_a_summary() {
    let names = Names::new("Maren", "Ayşe");
    let mut said = vec![(Role::User, "I live in Paris.")];
    said.extend(
        [(
            Role::Character,
            "The lamp burns low tonight, and the fog stands before the window.",
        ); 9],
    );
    let messages = talk(&said);
    let readable: Vec<&Message> = messages.iter().collect();
    let first = super::summary("", &readable, names);
    assert_eq!(
        first,
        "Ayşe: I live in Paris.\nMaren: The lamp burns low tonight, and the fog stands before the window."
    );
    // Nor does what was told before.
    said.push((Role::User, "My boat is called Petrel."));
    let messages = talk(&said);
    let readable: Vec<&Message> = messages.iter().collect();
    let next = super::summary(&first, &readable, names);
    assert_eq!(next, format!("{first}\nAyşe: My boat is called Petrel."));
}

#[test]
fn a_written_summary_is_continued_with_lines() {
    let messages = talk(&[(Role::User, "My brother Tom sailed to Bergen in 1921.")]);
    let readable: Vec<&Message> = messages.iter().collect();
    let text = super::summary("Ayşe came. She stayed.", &readable, Names::new("Maren", "Ayşe"));
    assert_eq!(
        text,
        "Ayşe came. She stayed.\nAyşe: My brother Tom sailed to Bergen in 1921."
    );
    // A single summary as long as can be stays within the bounds.
    let long = "Much happened. ".repeat(400);
    assert!(
        super::summary(&long, &readable, Names::new("Maren", "Ayşe"))
            .chars()
            .count()
            <= MOST_SUMMARY_CHARS
    );
}

proptest! {
    #[test]
    fn facts_are_always_parts_of_the_message(text in ".{0,300}", words in proptest::collection::vec("I|my|am|have|a|dog|sister|is|live|in|Oslo|\\.|\\(|\\)|bir|kedim|var|adım|Elif", 0..20)) {
        for message in [text, words.join(" ")] {
            for language in ["en", "tr", "de"] {
                for fact in facts(&message, language) {
                    let squashed = |text: &str| text.split_whitespace().collect::<String>();
                    prop_assert!(squashed(&message).contains(&squashed(&fact)), "{:?} in {:?}", fact, message);
                }
            }
        }
    }
}
