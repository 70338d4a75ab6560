//! Taking back, trying again, going another way. The model is a provider's over a real socket.

use std::time::Duration;

use characterchat_tests::provider::{Answer, Provider};
use serde_json::json;

use super::HOLMES;
use crate::browser::scene::Scene;

/// Keys by their codes in the WebDriver protocol.
const LEFT: char = '\u{e012}';
const UP: &str = "\u{e013}";
const RIGHT: char = '\u{e014}';

/// Answers that come word by word.
pub fn answers<const N: usize>(texts: [&str; N]) -> [Answer; N] {
    texts.map(|text| Answer::words(text, Duration::from_millis(5)))
}

/// Meets Holmes, says something to him, and hears the answer.
#[track_caller]
pub(super) fn begin<A>(scene: &Scene<A>, says: &str, answer: &str) {
    scene.choose_face(HOLMES);
    say(scene, says, answer, 3);
}

#[track_caller]
pub(super) fn say<A>(scene: &Scene<A>, says: &str, answer: &str, count: usize) {
    scene.say(says);
    scene.wait_for_reply(answer);
    scene.wait_for_count(count);
}

/// What the messages say, joined.
pub(super) fn said<A>(scene: &Scene<A>) -> String {
    scene.page.turns().unwrap().join("\n")
}

/// Every text of the last request.
pub(super) fn last_asked(provider: &Provider) -> String {
    let messages = provider.last_asked().unwrap().messages();
    messages
        .into_iter()
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The last message is edited with the model gone: the reply is taken back, and the new words are in the composer; then they are
/// answered, and the model hears nothing of what was taken back.
pub fn edit_the_last_message<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["A lodger, I should say."]));
    begin(scene, "Who lived here?", "A lodger, I should say.");
    page.type_into("textbox", "Your words", UP).unwrap();
    let field = page.find("textbox", "Edit your message").unwrap();
    assert_eq!(page.property(&field, "value").unwrap(), json!("Who lived here?"));
    page.until_shown("will be taken back").unwrap();
    assert!(said(scene).contains("A lodger"), "nothing is gone before it is saved");
    page.type_into("textbox", "Edit your message", " And when?").unwrap();
    provider.go_down().unwrap();
    page.click("button", "Save and send").unwrap();
    page.find("alert", "could not be reached").unwrap();
    scene.wait_for_count(1);
    assert_eq!(scene.composer(), "Who lived here? And when?");
    assert!(!said(scene).contains("A lodger"));
    provider.come_up().unwrap();
    provider.answer_with(answers(["A sailor, last spring."]));
    page.click("button", "Try again").unwrap();
    scene.wait_for_reply("A sailor, last spring.");
    scene.wait_for_count(3);
    assert_eq!(scene.composer(), "");
    let asked = last_asked(provider);
    assert!(asked.contains("And when?") && !asked.contains("A lodger"), "{asked}");
    scene.assert_no_complaints();
}

/// Another reply is asked for; the alternates are counted and chosen by their arrows and by the arrow keys; the chosen one is what
/// the model hears, and stays chosen.
pub fn try_again_and_choose<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["It was the gardener.", "It was the cook."]));
    begin(scene, "Who was it?", "It was the gardener.");
    page.click_in_turn(2, "button", "Another reply").unwrap();
    scene.wait_for_reply("It was the cook.");
    scene.wait_for_count(3);
    scene.wait_for_reply("2 / 2");
    page.click_in_turn(2, "button", "Previous reply").unwrap();
    scene.wait_for_reply("It was the gardener.");
    scene.wait_for_reply("1 / 2");
    // The focus is on the arrow that was clicked; the arrow keys turn over from there.
    page.press(RIGHT).unwrap();
    scene.wait_for_reply("It was the cook.");
    scene.wait_for_reply("2 / 2");
    page.press(LEFT).unwrap();
    scene.wait_for_reply("It was the gardener.");
    scene.wait_for_reply("1 / 2");
    page.reload().unwrap();
    scene.wait_for_reply("It was the gardener.");
    provider.answer_with(answers(["With a spade."]));
    say(scene, "How?", "With a spade.", 5);
    let asked = last_asked(provider);
    assert!(asked.contains("the gardener") && !asked.contains("the cook"), "{asked}");
    scene.assert_no_complaints();
}

/// The provider is down: the words are given back in plain words, and sent again once it is there.
pub fn provider_is_down<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["Here I am, at your service."]));
    provider.go_down().unwrap();
    scene.choose_face(HOLMES);
    scene.say("Can you hear me?");
    let alert = page.find("alert", "could not be reached").unwrap();
    let words = page.text(&alert).unwrap();
    assert!(words.contains("Your words are back in the box below"), "{words}");
    assert_eq!(scene.composer(), "Can you hear me?");
    assert_eq!(page.turns().unwrap().len(), 1, "nothing was added to the conversation");
    provider.come_up().unwrap();
    page.click("button", "Try again").unwrap();
    scene.wait_for_reply("Here I am, at your service.");
    page.gone("alert", "").unwrap();
    assert_eq!((page.turns().unwrap().len(), scene.composer().as_str()), (3, ""));
    scene.assert_no_complaints();
}

/// The last exchange is undone and brought back at once; the whole conversation is cleared after a question, and brought back
/// from the trash.
pub fn undo_clear_and_bring_back<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["One.", "Two."]));
    begin(scene, "The first", "One.");
    say(scene, "The second", "Two.", 5);
    let whole = said(scene);
    page.click_in_turn(4, "button", "Undo the last exchange").unwrap();
    scene.wait_for_count(3);
    assert!(!said(scene).contains("The second"));
    page.click("button", "Bring it back").unwrap();
    scene.wait_for_count(5);
    assert_eq!(said(scene), whole);

    let menu = "Menu of this conversation";
    scene.choose_act(menu, "Clear");
    page.find("dialog", "Clear this conversation?").unwrap();
    page.click("button", "Cancel").unwrap();
    page.gone("dialog", "").unwrap();
    assert_eq!(page.turns().unwrap().len(), 5, "nothing goes without a yes");
    scene.choose_act(menu, "Clear");
    page.find("dialog", "Clear this conversation?").unwrap();
    page.click("button", "Clear").unwrap();
    scene.wait_for_count(1);
    // Nobody was met now; the page stays with the one it shows all the same.
    page.reload().unwrap();
    scene.wait_for_count(1);
    scene.choose_act(menu, "Trash");
    page.click("button", "Bring back “The first").unwrap();
    page.until_shown("It is back.").unwrap();
    page.click("button", "Show it").unwrap();
    scene.wait_for_count(5);
    assert_eq!(said(scene), whole);
    scene.assert_no_complaints();
}

/// A branch begins after the first exchange and goes its own way; the first conversation stays, and both are in the list.
pub fn branch_at_a_turn<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["One.", "Two.", "Another two."]));
    begin(scene, "The first", "One.");
    say(scene, "The second", "Two.", 5);
    page.click_in_turn(2, "button", "More for this turn").unwrap();
    page.click("menuitem", "Branch from here").unwrap();
    scene.wait_for_count(3);
    say(scene, "Something else", "Another two.", 5);
    let asked = last_asked(provider);
    assert!(asked.contains("The first") && !asked.contains("The second"), "{asked}");
    scene.choose_act("Menu of this conversation", "All conversations");
    page.find("dialog", "").unwrap();
    page.until_shown("branch after message 3").unwrap();
    assert_eq!(page.all("button", "5 messages").unwrap().len(), 2);
    // The branch is the one that is open; the other one is its origin.
    let origin = "return [...document.querySelectorAll('dialog[open] li button.open')].find((row) => row.ariaCurrent !== 'true') ?? null";
    let origin = page.until("the origin", origin, json!([])).unwrap();
    page.script("arguments[0].click()", json!([origin])).unwrap();
    scene.wait_for_reply("Two.");
    scene.wait_for_count(5);
    assert!(said(scene).contains("The second") && !said(scene).contains("Something else"));
    scene.assert_no_complaints();
}

/// Four replies are suggested on demand; one is taken into the composer, and only the reader sends it.
pub fn take_a_suggestion<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    let four = json!({ "reply_1": "Yes, indeed.", "reply_2": "Why do you ask?", "reply_3": "(sits down) Very well.", "reply_4": "No." });
    scene.choose_face(HOLMES);
    provider.answer_with([Answer::text(&four.to_string())]);
    page.click("button", "Suggest replies").unwrap();
    let texts = || {
        let body = "return [...document.querySelectorAll('main ol li button span')].map((text) => text.innerText)";
        page.script(body, json!([])).unwrap()
    };
    page.find("button", "Suggestion 4").unwrap();
    assert_eq!(
        texts(),
        json!(["Yes, indeed.", "Why do you ask?", "(sits down) Very well.", "No."])
    );
    page.click("button", "Suggestion 2").unwrap();
    assert_eq!(scene.composer(), "Why do you ask?");
    page.click("button", "Suggestion 3").unwrap();
    assert_eq!(
        scene.composer(),
        "(sits down) Very well.",
        "one takes the place of another"
    );
    assert_eq!(page.turns().unwrap().len(), 1, "nothing was sent");
    provider.answer_with(answers(["Then let us begin."]));
    page.click("button", "Send").unwrap();
    scene.wait_for_reply("Then let us begin.");
    scene.wait_for_count(3);
    assert_eq!(texts(), json!([]), "they were for what stood there before");
    scene.assert_no_complaints();
}
