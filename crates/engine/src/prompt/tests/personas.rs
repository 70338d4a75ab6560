//! Whom the reader plays, and the language of the reply.

use super::*;
use crate::language::OFFERED;

#[test]
fn the_persona_is_told_with_its_names_filled_in() {
    let character = keeper();
    let messages = transcript(2);
    let mut input = input(&character, &messages);
    input.persona = "{{user}} is {{char}}'s niece, twelve years old.\nCarries a brass whistle. {{ 7*7 }} {% raw %}";
    let prompt = assemble(&bundled(), &input, &count).unwrap();
    let start = prompt.messages[0].text.find("# With whom you talk").unwrap();
    let end = prompt.messages[0].text.find("# How you sound").unwrap();
    insta::assert_snapshot!(&prompt.messages[0].text[start..end]);
}

#[test]
fn the_starter_is_told_one_sentence_of_the_persona() {
    let character = keeper();
    let messages = transcript(2);
    let told = crate::starter::StarterTold::default();
    let asked = |persona| crate::starter::StarterInput {
        character: &character,
        user_name: "Ayşe",
        persona,
        messages: &messages,
        latest: "Hello",
        told: &told,
    };
    let system = |persona| {
        crate::starter::starter_prompt(&bundled(), &asked(persona))
            .unwrap()
            .messages[0]
            .text
            .clone()
    };
    let told = system("{{user}} is {{char}}'s niece. She is twelve.");
    assert!(
        told.contains("\nAbout Ayşe: Ayşe is Maren Holt's niece.\nStay in character"),
        "{told}"
    );
    assert!(!system("").contains("About Ayşe"));
    let copied = crate::starter::score(
        &asked("A pilot who lost her way over the cold grey sea last winter."),
        "You are a pilot who lost her way over the cold grey sea last winter.",
    );
    let own = crate::starter::score(
        &asked(""),
        "You are a pilot who lost her way over the cold grey sea last winter.",
    );
    assert!(copied < own, "{copied} {own}");
}

#[test]
fn every_offered_language_stands_in_the_rules_and_in_the_note() {
    let character = keeper();
    let messages = transcript(2);
    let mut shown = String::new();
    for language in OFFERED {
        let mut input = input(&character, &messages);
        input.language = Some(language);
        let prompt = assemble(&bundled(), &input, &count).unwrap();
        let rule = prompt.messages[0]
            .text
            .lines()
            .find(|line| line.starts_with("- Answer in"))
            .unwrap();
        let note = prompt.messages.last().unwrap().text.lines().next().unwrap();
        let note = note.split("season. ").nth(1).unwrap();
        shown.push_str(&format!("{language}: {rule} / {note}\n"));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn the_starter_is_told_two_facts_that_share_a_word_and_whose_words_they_are() {
    let character = keeper();
    let messages = transcript(2);
    let facts = [
        "Ayşe has a brother.",
        "My sister lives in OSLO.",
        "Ayşe's sisters are twins.",
        "Ayşe saw her sister off.",
    ];
    let known = crate::starter::StarterMemory {
        facts: &facts,
        ..Default::default()
    };
    let told = crate::starter::told(&known, "Ayşe", "Have you a sister?");
    let input = crate::starter::StarterInput {
        character: &character,
        user_name: "Ayşe",
        persona: "",
        messages: &messages,
        latest: "Have you a sister?",
        told: &told,
    };
    let prompt = crate::starter::starter_prompt(&bundled(), &input).unwrap();
    let told = prompt.messages[0].text.lines().last().unwrap();
    assert_eq!(
        told,
        "You remember about Ayşe: Ayşe said \"My sister lives in OSLO.\"; Ayşe's sisters are twins."
    );
}
