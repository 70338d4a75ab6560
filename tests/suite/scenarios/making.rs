//! A character is made: of a novel and of messages. The files are real, the model is a provider's.

use std::path::PathBuf;
use std::time::Duration;

use characterchat_tests::checkout;
use characterchat_tests::provider::{Answer, Asked, Provider};
use serde_json::json;

use super::changes::{answers, last_asked, say};
use super::memories::CLEAR;
use crate::browser::scene::Scene;

const ELIN: &str = "Elin Marsh";

fn file(name: &str) -> PathBuf {
    checkout().join("tests/data/making").join(name)
}

/// What a model finds in each chapter: words by which the chapter is known, a memory, a trait, and the words it rests on.
const FOUND: [(&str, &str, &str, &str); 5] = [
    (
        "climbed the hundred and twelve steps",
        "I climbed to the lamp in my stockings while the storm shook the door.",
        "Talks to the dog as to a colleague.",
        "said Elin Marsh to the dog",
    ),
    (
        "there was a boat on the rocks",
        "I went down on a rope and came back with a boy and a parrot.",
        "Helps first and asks afterwards.",
        "Give me your hand first",
    ),
    (
        "The inspector came in March",
        "The inspector read my book and left his hat behind.",
        "Would rather have a warm stove than tidy papers.",
        "a tidy book and a cold stove",
    ),
    (
        "In June a letter came",
        "The letter said that no keeper was needed, and I put it under the table.",
        "Finds a use for bad news.",
        "A lamp with nobody in it is a street lamp",
    ),
    (
        "On the first of September the lamp lit itself",
        "I swung the lantern until they swung theirs.",
        "Keeps promises that nobody remembers.",
        "It only knows the dark",
    ),
];

/// What a careful model would answer to any call about the lamp.
fn of_the_lamp(asked: &Asked) -> String {
    let text = asked.messages().pop().map(|(_, text)| text).unwrap_or_default();
    let passage = text.rsplit_once("The passage:").map_or("", |(_, passage)| passage);
    let part_with = |words: &str| {
        let before = passage.split(words).next().unwrap_or_default();
        let number = before.rsplit_once('[').and_then(|(_, rest)| rest.split_once(']'));
        number.and_then(|(number, _)| number.parse::<u32>().ok()).unwrap_or(1)
    };
    let found = FOUND.iter().find(|(place, ..)| passage.contains(place));
    let (mut memories, mut traits, mut summary) = (vec![], vec![], "Something happens.");
    if let Some((place, memory, quality, quote)) = found {
        summary = memory;
        memories.push(json!({ "text": memory, "part": part_with(place), "date": "", "importance": 3 }));
        traits.push(json!({ "text": quality, "quote": quote, "part": part_with(quote) }));
    }
    json!({
        "summary": summary, "place": "the lighthouse", "memories": memories, "traits": traits,
        "synopsis": "A keeper keeps her lamp.", "setting": "A lighthouse in the north.",
        "description": "The last keeper of Skerry Point.", "role": "Keeper", "background": "Born in the tower.", "tone": ["dry"],
        "directions": "Speak little.", "greeting": "(nods) You are early.",
    })
    .to_string()
}

/// An answer to any call of a job.
fn read() -> Answer {
    Answer::Made {
        make: of_the_lamp,
        wait: Duration::ZERO,
    }
}

/// So many calls are answered; whoever asks more waits.
fn read_no_more_than(count: usize) -> Vec<Answer> {
    let mut answers = vec![read(); count];
    answers.push(Answer::Hang);
    answers
}

#[track_caller]
fn assert_ticked<A>(scene: &Scene<A>, role: &str, name: &str, ticked: bool) {
    let element = scene.page.find(role, name).unwrap();
    assert_eq!(
        scene.page.property(&element, "checked").unwrap(),
        json!(ticked),
        "{role} {name}"
    );
}

/// Changes a tick under which the plan is made anew, and waits for it.
#[track_caller]
fn tick_name<A>(scene: &Scene<A>, name: &str, ticked: bool) {
    let page = &scene.page;
    let tick = page.find("checkbox", name).unwrap();
    if page.property(&tick, "checked").unwrap() != json!(ticked) {
        page.click("checkbox", name).unwrap();
    }
    let made = "return [...document.querySelectorAll('.alias input')].some((box) => box.labels[0].textContent.includes(arguments[0])
        && box.checked === arguments[1] && !box.disabled)";
    page.until("the plan with other names", made, json!([name, ticked]))
        .unwrap();
}

/// Waits for a trait of any chapter: chapters are read side by side, and which of them is answered first is not told.
#[track_caller]
fn assert_shows_what_was_found<A>(scene: &Scene<A>) {
    let traits = FOUND.map(|(_, _, quality, _)| quality);
    let shown = "return arguments[0].some((quality) => document.body.innerText.includes(quality))";
    let shows = scene.page.until("a trait that was found", shown, json!([traits]));
    shows.unwrap();
}

/// A book is chosen, somebody is looked for in it, the plan is seen and agreed to; reading is paused, goes on, and is left alone. The
/// program can then be ended in the middle.
pub fn read_a_novel<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    page.find("heading", "Who would you like to meet?").unwrap();
    page.click("button", "From a novel").unwrap();
    page.pick_file("button", "Choose a book", &file("the-lamp.txt"))
        .unwrap();
    page.find("heading", "the lamp").unwrap();

    page.type_into("textbox", "Who should it be?", "Nobody Atall").unwrap();
    page.click("button", "Look for them").unwrap();
    page.find("alert", "Nobody of that name is in this book").unwrap();
    // A browser's console tells of a refusal too.
    let told = page.complaints().unwrap();
    assert!(told.iter().all(|line| line.contains("plan_novel")), "{told:?}");
    page.type_into("textbox", "Who should it be?", CLEAR).unwrap();
    page.type_into("textbox", "Who should it be?", ELIN).unwrap();
    page.click("button", "Look for them").unwrap();
    page.until_shown("Who is Elin Marsh in this book?").unwrap();
    page.gone("alert", "").unwrap();
    for name in [ELIN, "Miss Marsh"] {
        assert_ticked(scene, "checkbox", name, true);
    }
    // That is her father: offered, and not ticked.
    assert_ticked(scene, "checkbox", "Captain Marsh", false);
    tick_name(scene, "Captain Marsh", true);
    tick_name(scene, "Captain Marsh", false);
    assert_ticked(scene, "checkbox", ELIN, true);
    page.until_shown("7 calls, about").unwrap();
    // The provider of the tests is a server of this computer.
    page.until_shown("no cost").unwrap();
    page.until_shown("test-model, on this computer.").unwrap();
    page.until_shown("Nobody rows home in this").unwrap();
    assert!(
        provider.asked().is_empty(),
        "nothing was asked before the plan was seen"
    );

    provider.answer_with(read_no_more_than(2));
    page.click("button", "Begin reading").unwrap();
    page.until_shown("2 of 7 calls done.").unwrap();
    page.click("button", "Pause").unwrap();
    page.until_shown("Paused. Nothing that was read is lost.").unwrap();
    page.until_shown("Found last").unwrap();
    assert_shows_what_was_found(scene);
    provider.answer_with(read_no_more_than(1));
    page.click("button", "Go on").unwrap();
    page.until_shown("3 of 7 calls done.").unwrap();
    page.click("button", "Close").unwrap();
    page.find("button", "Elin Marsh: 3 of 7 read").unwrap();
    scene.assert_no_complaints();
}

/// After the program was ended in the middle: reading goes on where it was; what was found is looked through, changed and saved,
/// and the character talks with what was left of it.
pub fn look_through_and_talk<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    page.click("button", "Elin Marsh: paused").unwrap();
    page.find("alert", "Reading was interrupted").unwrap();
    page.until_shown("What was read so far is kept.").unwrap();
    page.until_shown("3 of 7 calls done.").unwrap();
    provider.answer_with([read()]);
    page.click("button", "Go on").unwrap();

    page.find("tab", "Traits").unwrap();
    page.until_shown("5 kept").unwrap();
    page.click("checkbox", "Keep: Finds a use for bad news.").unwrap();
    page.until_shown("4 kept, 1 dropped").unwrap();
    page.click("button", "Merge with another").unwrap();
    page.until_shown("With which one should it be merged?").unwrap();
    page.click("button", "Merge with this").unwrap();
    page.type_into("textbox", "Words", CLEAR).unwrap();
    page.type_into("textbox", "Words", "Talks to the dog, and helps before she asks.")
        .unwrap();
    page.click("button", "Save").unwrap();
    page.until_shown("3 kept, 2 dropped").unwrap();

    page.click("tab", "Lines").unwrap();
    page.click("button", "Edit: Nobody rows home").unwrap();
    page.type_into("textbox", "Words", CLEAR).unwrap();
    page.type_into("textbox", "Words", "Nobody rows home in this weather, dog.")
        .unwrap();
    page.click("button", "Save").unwrap();
    page.until_shown("Nobody rows home in this weather, dog.").unwrap();
    page.click("tab", "Memories").unwrap();
    page.until_shown("I climbed to the lamp in my stockings").unwrap();
    page.choose("Knows the story up to", "CHAPTER 4").unwrap();
    page.click("tab", "Description").unwrap();
    page.find("textbox", "First words").unwrap();

    page.click("button", "Save the character").unwrap();
    page.find("heading", "Elin Marsh is here").unwrap();
    page.until_shown("elin_marsh.json").unwrap();
    page.click("button", "Begin to talk").unwrap();
    page.find("article", ELIN).unwrap();
    assert!(page.turns().unwrap()[0].contains("You are early."));
    provider.answer_with(answers(["Mind the ninth step."]));
    say(scene, "Do you remember the storm?", "Mind the ninth step.", 3);
    let asked = last_asked(provider);
    for words in [
        "Talks to the dog, and helps before she asks.",
        "Nobody rows home in this weather, dog.",
        "I climbed to the lamp in my stockings",
    ] {
        assert!(asked.contains(words), "{words}: {asked}");
    }
    assert!(
        !asked.contains("swung the lantern") && !asked.contains("Keeps promises"),
        "she knows the story up to the letter: {asked}"
    );
    assert!(!asked.contains("bad news"), "it was dropped: {asked}");
    assert!(page.all("list", "Being made").unwrap().is_empty());
    scene.assert_no_complaints();
}

/// A person is chosen among those who wrote, the notice is agreed to, what is private is hidden from the provider; the character
/// writes as the person does.
pub fn make_somebody_of_messages<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    page.find("heading", "Who would you like to meet?").unwrap();
    page.click("button", "From messages").unwrap();
    page.pick_file("button", "Choose an export", &file("WhatsApp Chat with Deniz.txt"))
        .unwrap();
    page.find("radio", "Robin").unwrap();
    page.click("radio", "Deniz").unwrap();
    page.until_shown("How they write").unwrap();
    page.until_shown("Begins messages with a small letter").unwrap();
    page.until_shown("nobody shuts a door on a cake").unwrap();
    page.until_shown("Found: 1 phone number and 1 mail address.").unwrap();
    assert_ticked(scene, "switch", "Replace them", true);
    let begin = page.find("button", "Begin reading").unwrap();
    assert_eq!(
        page.property(&begin, "disabled").unwrap(),
        json!(true),
        "not without a yes"
    );
    page.until_shown("It is an imitation, not them.").unwrap();
    page.click("checkbox", "I may use these messages").unwrap();
    assert!(
        provider.asked().is_empty(),
        "nothing was asked before the plan was seen"
    );
    provider.answer_with([read()]);
    page.click("button", "Begin reading").unwrap();

    page.find("tab", "Traits").unwrap();
    page.click("tab", "Lines").unwrap();
    page.until_shown("the big bag has a hole.").unwrap();
    let sent: String = provider.asked().iter().map(|asked| asked.body.to_string()).collect();
    assert!(
        sent.contains("[phone number]") && sent.contains("[mail address]"),
        "{sent}"
    );
    assert!(!sent.contains("7700") && !sent.contains("deniz.kaya"), "{sent}");
    page.click("button", "Save the character").unwrap();
    page.find("heading", "Deniz is here").unwrap();
    page.click("button", "Begin to talk").unwrap();
    page.find("article", "Deniz").unwrap();
    provider.answer_with(answers(["bring the big bag"]));
    say(scene, "Are you coming on Saturday?", "bring the big bag", 3);
    let asked = last_asked(provider);
    assert!(asked.contains("nobody shuts a door on a cake"), "{asked}");
    scene.assert_no_complaints();
}

/// A draft is thrown away only after a question; then nothing of it is left.
pub fn throw_a_draft_away<A>(scene: &Scene<A>, provider: &Provider) {
    let page = &scene.page;
    provider.answer_with([read()]);
    page.find("heading", "Who would you like to meet?").unwrap();
    page.click("button", "From a novel").unwrap();
    page.pick_file("button", "Choose a book", &file("the-lamp.txt"))
        .unwrap();
    page.type_into("textbox", "Who should it be?", ELIN).unwrap();
    page.click("button", "Look for them").unwrap();
    page.click("radio", "A few passages first").unwrap();
    page.click("button", "Begin reading").unwrap();
    page.find("tab", "Traits").unwrap();
    page.click("checkbox", "Keep: ").unwrap();
    page.until_shown("1 dropped").unwrap();
    page.click("button", "Read the whole").unwrap();
    page.until_shown("your changes to this one are lost").unwrap();
    page.click("button", "Keep it").unwrap();
    page.gone("dialog", "Read the whole in place of this draft?").unwrap();
    page.click("button", "Throw it away").unwrap();
    let question = ("dialog", "Throw this draft away?", 0);
    page.until_shown("lost for good").unwrap();
    page.click_within(question, "button", "Keep it").unwrap();
    page.until_shown("1 dropped").unwrap();
    page.click("button", "Throw it away").unwrap();
    page.click_within(question, "button", "Throw it away").unwrap();
    page.gone("dialog", "").unwrap();
    page.gone("list", "Being made").unwrap();
    page.reload().unwrap();
    page.find("button", "From a novel").unwrap();
    assert!(page.all("list", "Being made").unwrap().is_empty());
    scene.assert_no_complaints();
}
