//! Several pages on one program.

use std::time::Duration;

use characterchat_tests::page::Page;
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Program, TestApp};

use super::scene::Scene;
use crate::scenarios::HOLMES;
use crate::scenarios::changes::answers;

fn program(provider: &Provider) -> TestApp {
    let app = TestApp::start(Program::Product).unwrap();
    app.use_provider(provider, None).unwrap();
    app
}

/// Another page on a scene's program.
fn another(first: &Scene) -> Scene<()> {
    let page = Page::open().unwrap();
    page.go_to(&first.app.address).unwrap();
    Scene { page, app: () }
}

#[test]
fn a_tab_that_has_missed_something_is_told_and_loses_no_word() {
    let provider = Provider::start(answers(["One, for the first.", "Two, for the second."])).unwrap();
    let first = Scene::open(program(&provider));
    first.choose_face(HOLMES);
    let page = Page::open().unwrap();
    page.go_deaf().unwrap();
    page.go_to(&first.app.address).unwrap();
    let stale = Scene { page, app: () };
    stale.choose_face(HOLMES);
    first.say("From the first tab");
    first.wait_for_reply("One, for the first.");
    first.wait_for_count(3);
    assert_eq!(stale.page.turns().unwrap().len(), 1, "it has heard nothing of that");
    first.page.type_into("textbox", "Your words", "Half a thought").unwrap();

    stale.say("From the second tab");
    let alert = stale.page.find("alert", "").unwrap();
    let words = stale.page.text(&alert).unwrap();
    assert!(words.contains("Your words are back in the box below"), "{words}");
    assert_eq!(stale.composer(), "From the second tab");
    stale.wait_for_count(3);
    assert!(
        stale.page.turns().unwrap()[1].contains("From the first tab"),
        "it has read it again"
    );
    stale.page.click("button", "Send").unwrap();
    first.wait_for_reply("Two, for the second.");
    first.wait_for_count(5);
    assert_eq!(first.composer(), "Half a thought", "what is typed elsewhere stays");
    assert_eq!(provider.asked().len(), 2, "nothing was sent twice");
    let texts = first.page.turns().unwrap();
    assert!(texts[3].contains("From the second tab"), "{texts:?}");
    first.assert_no_complaints();
}

#[test]
fn a_tab_that_opens_in_the_middle_of_a_reply_shows_all_of_it_once() {
    let words: Vec<String> = (1..=200).map(|number| format!("w{number}")).collect();
    let text = format!("*Hm.* {}.", words.join(" "));
    let provider = Provider::start([Answer::words(&text, Duration::from_millis(100))]).unwrap();
    let first = Scene::open(program(&provider));
    // Ready before the reply begins: starting a browser takes long on a busy computer.
    let second = another(&first);
    second.page.find("heading", "Who would you like to meet?").unwrap();
    first.choose_face(HOLMES);
    first.say("Count for me");
    first.wait_for_reply("w5 ");
    second.choose_in_rail(HOLMES);
    let begun = second.page.until(
        "the reply that is being written",
        "return [...document.querySelectorAll('article[aria-busy=true] .text')].at(-1)?.innerText.includes('w5 ')",
        serde_json::json!([]),
    );
    begun.unwrap();
    second.watch_last_turn();
    second.wait_for_count(3);
    let lengths = second.watched_lengths();
    assert!(lengths.len() >= 3 && lengths.is_sorted(), "it grew in {lengths:?}");
    let shown = second.page.turns().unwrap().pop().unwrap();
    assert!(shown.contains(&words.join(" ")), "{shown}");
    assert_eq!(shown, first.page.turns().unwrap().pop().unwrap());
}
