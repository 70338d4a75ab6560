//! The app in a browser, as a person meets it.

#[path = "browser/scene.rs"]
pub mod scene;
#[path = "browser/tabs.rs"]
mod tabs;

use app::commands::CharacterSummary;
use characterchat_tests::page::Size;
use characterchat_tests::provider::Provider;
use characterchat_tests::test_app::{Program, TestApp};
use scene::Scene;
use serde_json::json;

use crate::scenarios::{
    HOLMES, LONG, category_of_holmes, changes, characters, choose_and_see_the_reply_come, graph, making, memories,
    stop_and_continue, switch_reload_and_restart,
};

/// A program whose model says this, a word at a time.
fn saying(text: &str, pause_ms: u64) -> TestApp {
    let steps = json!([{ "words": { "text": text, "pause_ms": pause_ms } }]);
    TestApp::start(Program::Scripted(
        json!({ "replies": [{ "steps": steps }], "when_exhausted": "repeat_last" }),
    ))
    .unwrap()
}

#[test]
fn a_newcomer_chooses_a_category_and_a_character_and_sees_the_reply_come() {
    let scene = Scene::open(saying(LONG, 40));
    let categories = scene.app.call("list_categories", json!({})).unwrap();
    let cast: Vec<CharacterSummary> = scene.app.call("list_characters", json!({})).unwrap();
    choose_and_see_the_reply_come(&scene, &category_of_holmes(categories, &cast));
}

#[test]
fn stopping_keeps_the_part_with_its_mark_and_continue_goes_on() {
    stop_and_continue(&Scene::open(saying(LONG, 120)));
}

#[test]
fn conversations_are_whole_after_switching_reloading_and_a_restart() {
    switch_reload_and_restart(Scene::open(saying("Quite so.", 1)), |mut scene| {
        assert!(scene.app.end().unwrap().success());
        scene.start_program_again();
        scene
    });
}

/// A page on a program whose model is a provider's.
fn with_provider() -> (Scene, Provider) {
    let provider = Provider::start([]).unwrap();
    let app = TestApp::start(Program::Product).unwrap();
    app.use_provider(&provider, None).unwrap();
    (Scene::open(app), provider)
}

#[test]
fn a_provider_that_is_down_gives_the_words_back_in_plain_words() {
    let (scene, provider) = with_provider();
    changes::provider_is_down(&scene, &provider);
}

#[test]
fn editing_the_last_message_takes_its_reply_back_and_loses_no_word() {
    let (scene, provider) = with_provider();
    changes::edit_the_last_message(&scene, &provider);
}

#[test]
fn a_character_of_ones_own_is_copied_edited_deleted_and_brought_back() {
    let (scene, provider) = with_provider();
    characters::copy_edit_delete_and_bring_back(&scene, &provider);
}

#[test]
fn another_reply_is_an_alternate_and_arrows_choose() {
    let (scene, provider) = with_provider();
    changes::try_again_and_choose(&scene, &provider);
}

#[test]
fn what_is_undone_or_cleared_can_be_brought_back() {
    let (scene, provider) = with_provider();
    changes::undo_clear_and_bring_back(&scene, &provider);
}

#[test]
fn a_branch_goes_its_own_way() {
    let (scene, provider) = with_provider();
    changes::branch_at_a_turn(&scene, &provider);
}

#[test]
fn a_memory_is_written_changed_and_forgotten() {
    let (scene, provider) = with_provider();
    memories::write_change_and_forget(&scene, &provider);
}

#[test]
fn what_is_noticed_along_the_way_is_shown_and_what_was_sent_can_be_read() {
    let (scene, provider) = with_provider();
    memories::be_noticed_and_read_what_was_sent(&scene, &provider);
}

#[test]
fn the_graph_is_looked_through_and_a_memory_in_it_is_changed_and_forgotten() {
    let (scene, provider) = with_provider();
    graph::look_change_and_forget(&scene, &provider);
}

#[test]
fn a_novel_becomes_a_character_across_a_restart() {
    let (mut scene, provider) = with_provider();
    making::read_a_novel(&scene, &provider);
    assert!(scene.app.end().unwrap().success());
    scene.start_program_again();
    making::look_through_and_talk(&scene, &provider);
}

#[test]
fn messages_become_a_character_who_writes_so() {
    let (scene, provider) = with_provider();
    making::make_somebody_of_messages(&scene, &provider);
}

#[test]
fn a_draft_is_thrown_away_after_a_question() {
    let (scene, provider) = with_provider();
    making::throw_a_draft_away(&scene, &provider);
}

#[test]
fn a_suggestion_goes_into_the_composer() {
    let (scene, provider) = with_provider();
    changes::take_a_suggestion(&scene, &provider);
}

#[test]
fn hostile_text_stays_text() {
    let hostile =
        "<img src=x onerror=\"window.__pwned=1\"><script>window.__pwned=2</script> [a](javascript:window.__pwned=3)";
    let scene = Scene::open(saying(hostile, 1));
    let page = &scene.page;
    scene.choose_face(HOLMES);
    scene.say(hostile);
    scene.wait_until_rested();
    let turns = page.turns().unwrap();
    assert!(
        turns[1..]
            .iter()
            .all(|turn| turn.contains("<img src=x onerror=") && turn.contains("<script>")),
        "{turns:?}"
    );
    let harm = "return window.__pwned ?? document.querySelector('main img[src=x], main script, main a[href^=javascript]')?.outerHTML ?? \
                performance.getEntriesByType('resource').map((entry) => entry.name).find((name) => name.endsWith('/x')) ?? null";
    assert_eq!(page.script(harm, json!([])).unwrap(), json!(null));
    page.reload().unwrap();
    scene.wait_for_turns(&turns);
    assert_eq!(page.script(harm, json!([])).unwrap(), json!(null));
    scene.assert_no_complaints();
}

#[test]
fn enter_sends_but_not_while_an_input_method_composes() {
    let scene = Scene::open(saying("Quite so.", 1));
    let page = &scene.page;
    scene.choose_face(HOLMES);
    page.type_into("textbox", "Your words", "merhaba").unwrap();
    let press = "const field = document.querySelector('main textarea');
        return field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...arguments[0] }))";
    for composing in [
        json!({ "isComposing": true }),
        json!({ "keyCode": 229 }),
        json!({ "shiftKey": true }),
    ] {
        assert_eq!(
            page.script(press, json!([composing])).unwrap(),
            json!(true),
            "left to the field: {composing}"
        );
    }
    assert_eq!((scene.composer().as_str(), page.turns().unwrap().len()), ("merhaba", 1));
    page.type_into("textbox", "Your words", "\u{e007}").unwrap();
    scene.wait_until_rested();
    assert_eq!((scene.composer().as_str(), page.turns().unwrap().len()), ("", 3));
}

#[test]
fn a_phone_shows_one_part_at_a_time_and_everything_can_be_reached() {
    let scene = Scene::open_with_size(
        saying("Quite so.", 1),
        Size {
            width: 390,
            height: 844,
        },
    );
    let page = &scene.page;
    let too_wide = "return document.documentElement.scrollWidth > innerWidth";
    page.find("heading", "Who would you like to meet?").unwrap();
    assert_eq!(page.script(too_wide, json!([])).unwrap(), json!(false));
    page.click("button", "Characters").unwrap();
    scene.choose_in_rail(HOLMES);
    scene.say("Good evening");
    scene.wait_until_rested();
    assert_eq!(page.script(too_wide, json!([])).unwrap(), json!(false));
    assert!(
        page.all("navigation", "Characters").unwrap().is_empty(),
        "the rail gave way to the page"
    );
    page.click("button", "Characters").unwrap();
    page.find("navigation", "Characters").unwrap();
    page.click("button", "Settings").unwrap();
    page.find("dialog", "").unwrap();
    scene.assert_no_complaints();
}

#[test]
fn a_browser_that_is_not_known_is_told_how_to_enter() {
    let scene = Scene::open(saying("Quite so.", 1));
    let page = characterchat_tests::page::Page::open().unwrap();
    page.go_to(&format!("http://127.0.0.1:{}/", scene.app.port)).unwrap();
    page.until_shown("Open the address that the program printed when it started.")
        .unwrap();
    assert!(page.all("article", "").unwrap().is_empty());
}
