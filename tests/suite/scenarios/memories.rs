//! What is remembered, seen from the notes beside the page and from what the provider is asked afterwards.

use characterchat_tests::provider::{Answer, Provider};
use serde_json::json;

use super::HOLMES;
use super::changes::{answers, begin, last_asked, said, say};
use crate::browser::scene::Scene;

/// The group of buttons of the one fact that is there.
const FACT: (&str, &str, usize) = ("group", "This memory", 0);
/// Marks all that stands in a field and removes it.
pub(super) const CLEAR: &str = "\u{e009}a\u{e000}\u{e003}";

#[track_caller]
pub(super) fn open_notes<A>(scene: &Scene<A>, tab: &str) {
    let page = &scene.page;
    if page.all("tab", tab).unwrap().is_empty() {
        page.click("button", "Show the notes").unwrap();
    }
    page.click("tab", tab).unwrap();
}

/// As [`say`], where the page draws only what is in sight of a longer conversation.
#[track_caller]
fn say_on<A>(scene: &Scene<A>, says: &str, answer: &str) {
    scene.say(says);
    scene.wait_for_reply(answer);
    let rested = "return document.querySelector('article[aria-busy=true]') === null
        && document.querySelector('main form button[aria-label=\"Send\"]') !== null";
    scene.page.until("the reply to be finished", rested, json!([])).unwrap();
}

/// A fact is written into the notes and sent; its words are changed, and the former ones are in no later request, though the page
/// still shows the message that said them; it is forgotten, and sent no more.
pub fn write_change_and_forget<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["I see."]));
    begin(scene, "I keep bees in Sussex.", "I see.");
    open_notes(scene, "Memories");
    page.type_into("textbox", "Something to remember", "I keep bees in Sussex.")
        .unwrap();
    page.click("button", "Remember").unwrap();
    page.find("group", "This memory").unwrap();
    say(scene, "Do you recall?", "I see.", 5);
    let asked = last_asked(provider);
    assert_eq!(
        asked.matches("I keep bees in Sussex.").count(),
        2,
        "as a message and as a fact: {asked}"
    );

    page.click_within(FACT, "button", "Edit").unwrap();
    page.type_into("textbox", "Words of this memory", CLEAR).unwrap();
    page.type_into("textbox", "Words of this memory", "I keep bees in Kent.")
        .unwrap();
    page.click("button", "Save").unwrap();
    page.until_shown("1 message is kept from the model").unwrap();
    say(scene, "And now?", "I see.", 7);
    let asked = last_asked(provider);
    assert!(
        asked.contains("I keep bees in Kent.") && !asked.contains("Sussex"),
        "{asked}"
    );

    page.click_within(FACT, "button", "Forget").unwrap();
    page.click_within(("dialog", "", 0), "button", "Forget").unwrap();
    page.gone("group", "This memory").unwrap();
    say(scene, "Still there?", "I see.", 9);
    let asked = last_asked(provider);
    assert!(!asked.contains("Kent") && !asked.contains("Sussex"), "{asked}");
    assert!(said(scene).contains("I keep bees in Sussex."), "the page keeps it");
    scene.assert_no_complaints();
}

/// Ten turns; after the tenth reply memory is written, and the notes tell of it without being read again. What was sent for the
/// next reply can be read at the reply.
pub fn be_noticed_and_read_what_was_sent<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    scene.choose_face(HOLMES);
    for turn in 0..9 {
        let answer = format!("Bee number {turn}, then.");
        provider.answer_with([Answer::text(&answer)]);
        say_on(scene, &format!("I counted {turn} bees today."), &answer);
    }
    open_notes(scene, "Relationship");
    page.until_shown("Has an open mind about you").unwrap();
    page.script("window.neverLoadedAgain = true", json!([])).unwrap();
    let remembered = json!({
        "summary": "Guest and Holmes counted bees.",
        "facts": [{ "text": "Guest keeps bees.", "importance": 4, "sources": [2], "replaces": 0 }],
        "relationship": [{ "axis": "trust", "change": 1, "reason": "Guest counted the bees with care.", "sources": [2] }],
    });
    provider.answer_with([
        Answer::text("The last one, then."),
        Answer::text(&remembered.to_string()),
    ]);
    say_on(scene, "I counted 9 bees today.", "The last one, then.");
    page.until_shown("Believes what you say, not yet what you leave out")
        .unwrap();
    page.until_shown("Guest counted the bees with care.").unwrap();
    assert_eq!(
        page.script("return window.neverLoadedAgain", json!([])).unwrap(),
        json!(true)
    );
    page.click("tab", "Memories").unwrap();
    page.until_shown("Guest and Holmes counted bees.").unwrap();
    page.until_shown("Guest keeps bees.").unwrap();

    provider.answer_with(answers(["Quite a number."]));
    say_on(scene, "How many in all?", "Quite a number.");
    let asked = last_asked(provider);
    for words in [
        "Guest and Holmes counted bees.",
        "Guest keeps bees.",
        "Guest counted the bees with care.",
    ] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    assert!(!asked.contains("I counted 0 bees"), "the summary tells of it: {asked}");
    page.click("button", "used 1 memory").unwrap();
    page.until_shown("Memories that were sent").unwrap();
    page.until_shown("11 messages: the summary tells of it").unwrap();
    page.script(
        "for (const part of document.querySelectorAll('details')) part.open = true",
        json!([]),
    )
    .unwrap();
    for words in [
        "Guest keeps bees.",
        "Guest and Holmes counted bees.",
        "How many in all?",
    ] {
        page.until_shown(words).unwrap();
    }
    scene.assert_no_complaints();
}
