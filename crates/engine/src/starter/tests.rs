mod continuing;
mod facts;
mod illusion;
mod own_language;
mod referring;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::prompt::tests::{bundled, character, keeper, message, printed};

fn holmes() -> Character {
    character(json!({
        "name": "Sherlock Holmes",
        "starter": {
            "description": "You are {{char}}, the consulting detective of Baker Street in London, in 1889. You observe small things and reason from them. \
                            You are proud of your method, impatient with dull cases and fond of the violin and strong tobacco. Watson is your only friend.",
            "scenario": "{{user}} has climbed the stairs to the rooms of {{char}} on a foggy evening."
        },
        "personality": ["Brilliant and vain", "Kind to people in trouble"],
        "greeting": "(looks up from a test tube) You have come in a hurry, {{user}}. *Mud on the left boot.* Sit (points) and begin at the beginning."
    }))
}

/// What a draft without a fault scores at least.
const FAULTLESS: f32 = 1.0;

/// A conversation with a greeting, the reader's and the character's messages in turns.
fn talk(texts: &[&str]) -> Vec<Message> {
    let greeting = "(looks up from a test tube) You have come in a hurry, Ayşe. Sit and begin at the beginning.";
    let all = std::iter::once(greeting).chain(texts.iter().copied());
    let roles = [Role::Character, Role::User].into_iter().cycle();
    all.zip(roles)
        .zip(0..)
        .map(|((text, role), position)| message(position, role, text))
        .collect()
}

static NOTHING: StarterTold = StarterTold {
    facts: Vec::new(),
    memory: None,
    answers: String::new(),
};

fn asked<'a>(character: &'a Character, messages: &'a [Message]) -> StarterInput<'a> {
    let last = messages.last().filter(|message| message.role == Role::User);
    StarterInput {
        character,
        user_name: "Ayşe",
        persona: "",
        messages,
        latest: last.map_or("", |message| &message.text),
        told: &NOTHING,
    }
}

fn scored(history: &[&str], draft: &str) -> f32 {
    let (character, messages) = (holmes(), talk(history));
    score(&asked(&character, &messages), draft)
}

/// Both drafts answer the same message; the second has one fault more.
fn check_minus(history: &[&str], good: &str, bad: &str, weight: f32) {
    let (good_score, bad_score) = (scored(history, good), scored(history, bad));
    assert!(
        bad_score <= good_score - weight + 0.01,
        "{good:?} {good_score}, {bad:?} {bad_score}"
    );
    assert!(good_score >= FAULTLESS, "{good:?} {good_score}");
}

#[test]
fn the_prompt_is_short_and_has_no_history() {
    let character = holmes();
    let messages = talk(&[
        "My uncle has vanished.",
        "When did you see him last?",
        " Can you find my missing uncle in London? \n",
    ]);
    let facts = [
        "Ayşe's uncle is a clockmaker.",
        "Ayşe likes tea.",
        "She lives near London Bridge.",
        "London frightens her.",
    ];
    let input = asked(&character, &messages);
    let known = StarterMemory {
        facts: &facts,
        ..StarterMemory::default()
    };
    let told = told(&known, "Ayşe", input.latest);
    let input = StarterInput { told: &told, ..input };
    let prompt = starter_prompt(&bundled(), &input).unwrap();
    insta::assert_snapshot!(printed(&prompt));
    let before = StarterInput {
        latest: "",
        messages: &messages[..1],
        ..input
    };
    let front = starter_prompt(&bundled(), &before).unwrap();
    assert_eq!(prompt.messages[1..3], front.messages[1..3]);
}

#[test]
fn texts_are_derived_for_a_character_that_has_none_of_its_own() {
    let character = keeper();
    let messages = [message(0, Role::User, "Good evening.")];
    let input = StarterInput {
        user_name: "",
        persona: "",
        ..asked(&character, &messages)
    };
    insta::assert_snapshot!(printed(&starter_prompt(&bundled(), &input).unwrap()));

    let long = self::character(
        json!({"identity": {"background": "She rows. ".repeat(300)}, "world": {"setting": "sea ".repeat(300)}}),
    );
    let input = StarterInput {
        character: &long,
        ..input
    };
    let system = &starter_prompt(&bundled(), &input).unwrap().messages[0].text;
    assert!(
        system.chars().count() < 1_100 && system.contains("She rows.\nScenario:"),
        "{system}"
    );
}

#[test]
fn the_model_stops_before_the_readers_part() {
    assert_eq!(stop_texts("Ayşe")[..2], ["\nAyşe:", "\n\n"]);
    assert_eq!(stop_texts(" ")[0], "\nGuest:");
}

fn check_tidy(draft: &str, expected: &str) {
    assert_eq!(tidy(draft), expected, "{draft:?}");
}

#[test]
fn at_most_two_whole_sentences_stay() {
    check_tidy(
        "Sit down, please. What is it? I have time. And more.",
        "Sit down, please. What is it?",
    );
    check_tidy("Ah! You are early. Sit down.", "Ah! You are early. Sit down.");
    check_tidy("Sit down, please. I was about to", "Sit down, please.");
    check_tidy(
        "I met Mr. Watson and Dr. J. Moore at St. James. Sit",
        "I met Mr. Watson and Dr. J. Moore at St. James.",
    );
    check_tidy(
        "Well... I think it is 3.5 miles. Come",
        "Well... I think it is 3.5 miles.",
    );
    check_tidy(
        "\"You are late,\" she says. \"Why?\" And",
        "\"You are late,\" she says.",
    );
    check_tidy("Sit down.\nThen speak to me.\nNow go.", "Sit down. Then speak to me.");
    check_tidy("请坐下。你好吗？再见。", "请坐下。你好吗？");
    check_tidy(
        "İyi akşamlar efendim. Buyurun, oturun. Çay ister misiniz?",
        "İyi akşamlar efendim. Buyurun, oturun.",
    );
    check_tidy("I was about to say that the la", "I was about to say that the…");
    check_tidy("Yes", "Yes…");
    check_tidy("Yes.", "Yes.");
    check_tidy("I wonder...", "I wonder...");
    check_tidy(" \n ...", "");
    check_tidy("", "");
}

#[test]
fn only_the_first_action_stays() {
    check_tidy(
        "(bows) Good evening to you. (sits) Tea?",
        "(bows) Good evening to you. Tea?",
    );
    check_tidy(
        "I see (smiles) that you rowed. (nods) Brave of you.",
        "I see (smiles) that you rowed. Brave of you.",
    );
    check_tidy("Good evening to you. (bows) I was just", "Good evening to you. (bows)");
    check_tidy(
        "(He bows. He smiles.) Good evening to you. Sit down. Eat.",
        "(He bows. He smiles.) Good evening to you. Sit down.",
    );
    check_tidy("(bows deeply)", "(bows deeply)");
    check_tidy("(bows (low)) Good evening to you.", "(bows (low)) Good evening to you.");
}

#[test]
fn marks_come_in_pairs() {
    check_tidy("(bows and", "(bows and)");
    check_tidy("Good evening) to you.", "Good evening to you.");
    check_tidy(
        "\"Good evening to you. Sit down. And then",
        "\"Good evening to you. Sit down.\"",
    );
    check_tidy("Good evening\" to you.", "Good evening to you.");
    check_tidy(
        "“Good evening to you. Sit down. And",
        "“Good evening to you. Sit down.”",
    );
    check_tidy("*Odd man. Sit down, sir.", "Odd man. Sit down, sir.");
}

#[test]
fn a_first_draft_streams_until_two_sentences_are_complete() {
    let mut gate = SentenceGate::default();
    assert_eq!(gate.push("(bows) Good eve"), "(bows) Good eve");
    assert_eq!(gate.push("ning to you. (si"), "ning to you.");
    assert_eq!(gate.push("ts) Tea is ready."), " Tea is ready.");
    assert!(!gate.is_done());
    assert_eq!(gate.push(" And more"), "");
    assert!(gate.is_done());
    assert_eq!(gate.push(" and more"), "");
    assert_eq!(gate.finish(), "");

    let mut gate = SentenceGate::default();
    assert_eq!(gate.push("\"I was about"), "\"I was about");
    assert_eq!(gate.finish(), "…\"");
    let mut gate = SentenceGate::default();
    assert_eq!(gate.push("(bows"), "(bows");
    assert_eq!(gate.finish(), ")");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_draft_is_cut_without_harm(
        parts in prop::collection::vec(
            prop::sample::select(vec!["(", ")", ".", "!", "...", "…", "\"", "“", "”", "*", " ", "\n", "Mr.", "I", "word", "İstanbul", "ğ", "你", "。", "😀"]),
            0..30,
        ),
        cut in 0_usize..60,
    ) {
        let draft = parts.concat();
        let tidied = tidy(&draft);
        prop_assert_eq!(tidied.matches('(').count(), tidied.matches(')').count(), "{} {}", draft, tidied);
        prop_assert_eq!(tidied.matches('*').count() % 2, 0, "{}", tidied);
        prop_assert!(!tidied.contains('\n'));
        let (character, messages) = (holmes(), talk(&["Evet"]));
        let points = score(&asked(&character, &messages), &draft);
        prop_assert!(points.is_finite());

        let place = draft.char_indices().nth(cut).map_or(draft.len(), |(place, _)| place);
        let (mut whole, mut cut_up) = (SentenceGate::default(), SentenceGate::default());
        let at_once = whole.push(&draft) + &whole.finish();
        let in_two = cut_up.push(&draft[..place]) + &cut_up.push(&draft[place..]) + &cut_up.finish();
        prop_assert_eq!(at_once, in_two);
    }

    #[test]
    fn pieces_make_up_the_text(text in "\\PC{0,40}") {
        prop_assert_eq!(pieces(&text).collect::<String>(), text);
    }
}

#[test]
fn a_draft_is_sent_word_by_word() {
    assert_eq!(
        pieces("(bows) İyi  akşamlar.\n").collect::<Vec<_>>(),
        ["(bows) ", "İyi  ", "akşamlar.\n"]
    );
    assert_eq!(pieces(" a").collect::<Vec<_>>(), [" a"]);
    assert_eq!(pieces("").count(), 0);
}

#[test]
fn good_drafts_are_good_enough() {
    let asked = ["My uncle vanished on Tuesday and the police are idle."];
    for draft in [
        "(leans forward) Your uncle left no letter, I presume? Then begin with the last door you saw him close.",
        "The police observe nothing and conclude everything. Tell me what your uncle carried when he left.",
    ] {
        assert!(scored(&asked, draft) >= 2.0, "{draft:?} {}", scored(&asked, draft));
    }
    assert!(scored(&asked, "I like it.") < FAULTLESS);
}

#[test]
fn each_fault_costs_its_weight() {
    let good = "Your uncle left by the back door, and that is where we begin.";
    for (weight, bad) in [
        (6.0, "Your uncle is gone, but as an AI I have no way to look for him."),
        (5.0, "I am Lestrade, and your uncle left by the back door, as you see."),
        (5.0, "My name is Ayşe, and my uncle left by the back door, as you see."),
        (
            4.0,
            "My uncle vanished on Tuesday and the police are slow, as you know.",
        ),
        (
            4.0,
            "Holmes looks at the door where your uncle left and he begins there.",
        ),
        (
            3.0,
            "Your uncle left by the door, left by the door and left by the door.",
        ),
        (
            3.0,
            "You observe small things and reason from them. You are proud of your method, uncle.",
        ),
        (3.0, "Uncle."),
        (
            3.0,
            "Sherlock Holmes: Your uncle left by the back door, and there we begin.",
        ),
        (3.0, "Your uncle left by the [back door], and that is where we begin."),
        (2.0, "Your uncle left by the back door and from there we must"),
        (3.0, "Your uncle left by the back door, so look him up on the internet."),
        (
            1.0,
            "I am happy to help; your uncle left by the back door, so begin there.",
        ),
        (0.5, "I see, your uncle left by the back door, and there we begin."),
        (1.0, "The fog is thick, and that is where we begin, come what may."),
    ] {
        check_minus(
            &["My uncle vanished on Tuesday and the police are idle."],
            good,
            bad,
            weight,
        );
    }
}

#[test]
fn what_is_no_fault_costs_nothing() {
    let asked = ["Who are you, and do you own a telephone, a computer or a robot?"];
    for draft in [
        "I am Sherlock Holmes, and a computer is a clerk who is good at sums, is he not?",
        "I am English, and I own no robot, whatever that may be, my dear visitor.",
        "I'm Sherlock Holmes. Call me Holmes, and never mind the telephone tonight.",
        "I am a detective, and my telephone is a boy who runs errands for sixpence.",
    ] {
        assert!(scored(&asked, draft) >= 2.0, "{draft:?} {}", scored(&asked, draft));
    }
    let anachronism = scored(
        &["Are you well?"],
        "I wrote it on my computer this morning before the fog came down.",
    );
    assert!(anachronism < FAULTLESS, "{anachronism}");
}

#[test]
fn a_common_word_in_a_name_may_be_said() {
    let conductor =
        character(json!({"name": "Anselm, the Night Conductor", "description": "The conductor of a night train."}));
    let messages = talk(&["Where does this train go?"]);
    let points = |draft: &str| score(&asked(&conductor, &messages), draft);
    let plain = points("Evening comes, and the train goes wherever you meant to go once.");
    assert!(points("Night comes, and the train goes wherever you meant to go once.") >= plain);
    assert!(points("Anselm comes, and the train goes wherever you meant to go once.") <= plain - 4.0);
}

#[test]
fn an_earlier_reply_is_not_said_again() {
    let reply = "Your uncle left by the back door, and that is where we begin.";
    let history = [
        "My uncle vanished on Tuesday.",
        reply,
        "What shall we do about my uncle now?",
    ];
    let again = scored(
        &history,
        "Your uncle left by the back door, and that is what we know tonight.",
    );
    let fresh = scored(
        &history,
        "We question the cabman first, since your uncle never liked to walk.",
    );
    assert!(again <= fresh - 4.0 && fresh >= FAULTLESS, "{again} {fresh}");
}

#[test]
fn other_languages_are_scored_without_harm() {
    let score = scored(
        &["Amcam İstanbul'da kayboldu, ne yapmalıyım?"],
        "(başını kaldırır) Amcanız İstanbul'da en son nerede görüldü, efendim?",
    );
    assert!(score >= FAULTLESS, "{score}");
}
