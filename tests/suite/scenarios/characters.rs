//! A character of one's own: copied, edited, deleted and brought back.

use characterchat_tests::provider::Provider;

use super::HOLMES;
use super::changes::{answers, said, say};
use crate::browser::scene::Scene;

const MENU: &str = "Menu of this conversation";
const MINE: &str = "Sherlock Holmes (my own)";

/// Holmes is copied, and the copy edited; a conversation with it stays when it is deleted, and goes on when it is back.
pub fn copy_edit_delete_and_bring_back<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with(answers(["The game is afoot.", "I was away."]));
    scene.choose_face(HOLMES);
    scene.choose_act(MENU, "Make a copy of my own");
    page.find("heading", &format!("Edit {MINE}")).unwrap();
    page.type_into("textbox", "Role", "A beekeeper in Sussex").unwrap();
    page.click("button", "Save").unwrap();
    page.until_shown("Saved.").unwrap();
    page.click("button", "Close").unwrap();
    scene.choose_in_rail(MINE);
    say(scene, "Are you well?", "The game is afoot.", 3);
    let asked = provider.last_asked().unwrap().messages();
    assert!(asked.iter().any(|(_, text)| text.contains("A beekeeper in Sussex")));

    scene.choose_act(MENU, "Delete the character");
    page.until_shown("for 30 days").unwrap();
    page.click_within(("dialog", "", 0), "button", "Delete the character")
        .unwrap();
    page.until_shown("was deleted and lies in the trash").unwrap();
    page.gone("textbox", "Your words").unwrap();
    assert!(said(scene).contains("The game is afoot."), "it can be read");
    page.click("button", "Bring back").unwrap();
    page.find("textbox", "Your words").unwrap();
    say(scene, "And now?", "I was away.", 5);
    scene.assert_no_complaints();
}
