//! The graph of memories, in the notes and in the whole window.

use characterchat_tests::provider::{Answer, Provider};
use serde_json::json;

use super::changes::{answers, begin, last_asked, say};
use super::memories::{CLEAR, open_notes};
use crate::browser::scene::Scene;

/// Chooses the list instead of the picture; a system that cannot draw the picture shows it by itself.
#[track_caller]
fn choose_list<A>(scene: &Scene<A>) {
    let page = &scene.page;
    let list = "const list = document.querySelector('dialog[open] [role=list]');
        if (!list) [...document.querySelectorAll('dialog[open] header input')].find((one) => one.labels[0].textContent.includes('List'))?.click();
        return list !== null";
    page.until("the list", list, json!([])).unwrap();
}

/// The titles in the list.
fn listed<A>(scene: &Scene<A>) -> Vec<String> {
    let titles =
        "return [...document.querySelectorAll('dialog[open] [role=listitem] .title')].map((title) => title.innerText)";
    serde_json::from_value(scene.page.script(titles, json!([])).unwrap()).unwrap()
}

#[track_caller]
fn wait_for_listed<A>(scene: &Scene<A>, count: usize) {
    let body = "return document.querySelectorAll('dialog[open] [role=listitem]').length === arguments[0]";
    let waited = scene.page.until(&format!("{count} memories"), body, json!([count]));
    waited.unwrap();
}

/// Three exchanges are memories, as the greeting is. They are found by their words, one is opened and gets another tag and weight; what would be
/// remembered is told with its reasons; one is forgotten after a question, and no later request holds it.
pub fn look_change_and_forget<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers([
        "Bees are honest company.",
        "In which key?",
        "A sea voyage, then.",
    ]));
    begin(
        scene,
        "I keep bees behind my house in Sussex.",
        "Bees are honest company.",
    );
    say(
        scene,
        "My sister Clara plays the violin every night.",
        "In which key?",
        5,
    );
    say(scene, "Tomorrow I sail to Lisbon.", "A sea voyage, then.", 7);
    open_notes(scene, "Graph");
    page.click("button", "Open in the whole window").unwrap();
    page.find("dialog", "Memories of Sherlock Holmes").unwrap();
    choose_list(scene);
    wait_for_listed(scene, 4);
    assert!(
        listed(scene)[0].contains("Lisbon"),
        "the newest first: {:?}",
        listed(scene)
    );

    page.type_into("textbox", "Words in the memories", "violin").unwrap();
    wait_for_listed(scene, 1);
    page.until_shown("1 of 4 memories").unwrap();
    page.click("button", "Show all memories").unwrap();
    wait_for_listed(scene, 4);

    change_and_recall(scene);
    choose_and_forget(scene);
    page.click("button", "Close").unwrap();
    provider.answer_with([Answer::text("A pity.")]);
    say(scene, "How does Clara play her violin?", "A pity.", 9);
    let asked = last_asked(provider);
    assert!(
        !asked.contains("every night") && !asked.contains("In which key?"),
        "{asked}"
    );
    assert!(asked.contains("Sussex") && asked.contains("Lisbon"), "{asked}");
    scene.assert_no_complaints();
}

/// The memory of the violin gets other tags and another weight; what would come to mind is told with its reasons.
#[track_caller]
fn change_and_recall<A>(scene: &Scene<A>) {
    let page = &scene.page;
    page.click("button", "violin").unwrap();
    page.until_shown("In which key?").unwrap();
    page.click("button", "Edit this memory").unwrap();
    page.type_into("textbox", "Tags, with commas", CLEAR).unwrap();
    page.type_into("textbox", "Tags, with commas", "music, family").unwrap();
    page.choose("How much it matters", "Matters most").unwrap();
    page.click("button", "Save").unwrap();
    page.find("button", "Only memories with the tag family").unwrap();
    page.until_shown("Matters most.").unwrap();
    page.click("button", "Close this memory").unwrap();

    page.type_into(
        "textbox",
        "What would be remembered?",
        "How does Clara play her violin?",
    )
    .unwrap();
    page.click("button", "Ask").unwrap();
    page.until_shown("to mind.").unwrap();
    page.until_shown("ecause of ").unwrap();
}

/// The memory of the violin goes after a question, and stays as long as that is not answered with yes.
#[track_caller]
fn choose_and_forget<A>(scene: &Scene<A>) {
    let page = &scene.page;
    page.click("button", "violin every night").unwrap();
    page.click("button", "Forget this memory").unwrap();
    let question = ("dialog", "Forget this memory?", 0);
    page.until_shown("The page stays as it is.").unwrap();
    page.click_within(question, "button", "Keep it").unwrap();
    wait_for_listed(scene, 4);
    page.click("button", "Forget this memory").unwrap();
    page.click_within(question, "button", "Forget").unwrap();
    wait_for_listed(scene, 3);
    assert!(!listed(scene).join(" ").contains("violin"), "{:?}", listed(scene));
}
