//! What a person does, whichever door the page came through: the browser's tests and the window's both play these.

pub mod changes;
pub mod characters;
pub mod graph;
pub mod making;
pub mod memories;

use app::commands::{Category, CharacterSummary};
use characterchat_tests::process::wait_until;

use crate::browser::scene::Scene;

pub const HOLMES: &str = "Sherlock Holmes";
/// What the model says where its reply is watched while it comes.
pub const LONG: &str = "I see that you have been in the garden, that you came by the back stairs, and that you are in no hurry to be found out.";

/// One of the categories that Holmes is in.
pub fn category_of_holmes(categories: Vec<Category>, cast: &[CharacterSummary]) -> Category {
    let holmes = cast
        .iter()
        .find(|summary| summary.id.as_str() == "sherlock_holmes")
        .unwrap();
    let mut categories = categories.into_iter();
    categories
        .find(|category| holmes.categories.contains(&category.name))
        .unwrap()
}

/// A newcomer chooses a category and a character, sends, and sees [`LONG`] come word by word.
pub fn choose_and_see_the_reply_come<A>(scene: &Scene<A>, category: &Category) {
    let page = &scene.page;
    page.find("heading", "Who would you like to meet?").unwrap();
    page.choose("Category", &category.name).unwrap();
    wait_until("only those of the category", || {
        Ok(scene.cast()?.len() == category.characters as usize)
    })
    .unwrap();
    scene.choose_in_rail(HOLMES);
    let greeting = page.turns().unwrap().join("\n");
    assert!(
        greeting.contains(HOLMES) && greeting.lines().count() > 1,
        "{greeting:?}"
    );
    scene.watch_last_turn();
    scene.say("Good evening");
    page.find("button", "Stop").unwrap();
    scene.wait_for_reply(LONG);
    let lengths = scene.watched_lengths();
    assert!(
        lengths.len() >= 3 && lengths.is_sorted(),
        "the text grew in {lengths:?}"
    );
    assert!(page.find("button", "Send").is_ok());
    wait_until("the last words in the rail", || {
        Ok(scene.cast()?[0].contains("I see that"))
    })
    .unwrap();
    scene.assert_no_complaints();
}

/// A reply of [`LONG`] is stopped, keeps its part with a mark, and goes on.
pub fn stop_and_continue<A>(scene: &Scene<A>) {
    let page = &scene.page;
    scene.choose_face(HOLMES);
    scene.say("Good evening");
    scene.wait_for_reply("I see that you");
    page.click("button", "Stop").unwrap();
    page.until_shown("The reply ends here; it was cut short.").unwrap();
    let part = page.turns().unwrap().pop().unwrap();
    assert!(!part.contains("found out"), "{part:?}");
    page.click("button", "Continue").unwrap();
    scene.wait_for_reply("found out.");
    page.gone("button", "Continue").unwrap();
    assert_eq!(page.turns().unwrap().len(), 3, "it is the same reply");
    scene.assert_no_complaints();
}

/// Conversations are whole after switching, reloading and a restart of the program, which `restart` does.
pub fn switch_reload_and_restart<A>(mut scene: Scene<A>, restart: impl FnOnce(Scene<A>) -> Scene<A>) {
    scene.choose_face(HOLMES);
    for text in ["About the hat", "And the goose?"] {
        scene.say(text);
        scene.wait_until_rested();
    }
    let before = scene.page.turns().unwrap();
    assert_eq!(before.len(), 5);
    scene.choose_in_rail("Nemo");
    scene.say("About the sea");
    scene.wait_until_rested();
    assert!(!scene.page.turns().unwrap().join(" ").contains("goose"));
    scene.choose_in_rail(HOLMES);
    scene.wait_for_turns(&before);
    scene.say("Once more");
    scene.wait_until_rested();
    let last = scene.page.turns().unwrap();
    scene.page.reload().unwrap();
    scene.wait_for_turns(&last);
    scene = restart(scene);
    scene.wait_for_turns(&last);
    scene.say("After the restart");
    scene.wait_until_rested();
    assert_eq!(scene.page.turns().unwrap().len(), last.len() + 2);
}
