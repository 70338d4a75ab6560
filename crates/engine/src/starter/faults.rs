//! Drafts that the starter model wrote and that were once shown, with the fault that each has. See [`super::score`].

use serde_json::json;

use super::score::best_cut;
use super::*;
use crate::prompt::tests::{character, message};

fn holmes() -> Character {
    character(json!({
        "name": "Sherlock Holmes",
        "starter": {
            "description": "You are {{char}}, a private detective in London in the year 1895. You live at 221B Baker Street. Doctor Watson is \
                            your best friend. You play the violin and you smoke a pipe.",
            "scenario": "{{user}} has come to the sitting-room at 221B Baker Street with a mystery. A fire is burning.",
            "greeting": "(He points to the chair by the fire.) Good evening. Sit down and tell me the facts. What has happened?"
        }
    }))
}

fn cut_of(asked: &str, draft: &str) -> (String, f32) {
    let character = holmes();
    let messages = [message(0, Role::User, asked)];
    let input = StarterInput {
        character: &character,
        user_name: "",
        messages: &messages,
        latest: asked,
        told: &StarterTold::default(),
        persona: "",
    };
    best_cut(&input, draft)
}

/// Both drafts answer the message; the faulty one loses at least `weight` to the sound one.
fn check(asked: &str, sound: &str, faulty: &str, weight: f32) {
    let ((_, sound_score), (_, faulty_score)) = (cut_of(asked, sound), cut_of(asked, faulty));
    assert!(
        faulty_score <= sound_score - weight + 0.01,
        "{sound:?} {sound_score}, {faulty:?} {faulty_score}"
    );
}

#[test]
fn holmes_is_not_doctor_watson() {
    let sound = "Watson is my best friend, and he lives with me in Baker Street.";
    for faulty in [
        "I'm Dr. Watson, and I'm a great man of Baker Street.",
        "I am the great Doctor Watson, your friend in Baker Street.",
        "My name is Emily Morrow, and Watson is my friend in Baker Street.",
        "I'm Emily Morrow, and Watson is my friend in Baker Street.",
    ] {
        check("Who is Watson?", sound, faulty, 4.5);
    }
}

#[test]
fn a_nature_a_home_and_a_family_are_not_invented() {
    let sound = "I looked at the mud on a boot, and then I played the violin.";
    for (asked, faulty) in [
        (
            "What did you do?",
            "I was a little girl, and I did not know where I was.",
        ),
        (
            "What did you do?",
            "I am a sailor, and so I looked at the mud on a boot.",
        ),
        (
            "What did you do?",
            "I talked with my wife, and then we looked at the mud on a boot.",
        ),
    ] {
        check(asked, sound, faulty, 1.5);
    }
    check(
        "Where do you live?",
        "I live at 221B Baker Street, in the middle of London.",
        "I live in a small village on the coast of the Mediterranean.",
        2.0,
    );
}

#[test]
fn a_name_that_nobody_has_said_costs() {
    check(
        "What happened last night?",
        "A thief left mud on the stairs, and then he took a cab to London.",
        "A thief left mud on the stairs, and then he took a cab to Nova Haven.",
        1.8,
    );
}

#[test]
fn phrases_that_fit_everywhere_do_not_win() {
    let sound = "Sit by the fire and tell me the facts, one after the other.";
    for faulty in [
        "I've seen my fair share of things in the world, I must say.",
        "I'm happy to help you with a special case, of course.",
    ] {
        check("I need to talk.", sound, faulty, 1.5);
    }
    check(
        "I need to talk.",
        sound,
        "I'm here. I'm not here. I'm by the fire, I'm listening.",
        1.0,
    );
}

#[test]
fn bad_news_is_not_met_with_a_laugh() {
    check(
        "My grandmother died last week.",
        "I am sorry to hear it, so sit with me by the fire and rest.",
        "I am delighted to hear it, so laugh with me by the fire, my beautiful guest.",
        1.5,
    );
}

#[test]
fn a_bad_second_sentence_is_left_out() {
    let (cut, _) = cut_of(
        "Who is Watson?",
        "Watson is my best friend, and he lives with me. My name is Emily Morrow, and I have no idea.",
    );
    assert_eq!(cut, "Watson is my best friend, and he lives with me.");
}

#[test]
fn a_bad_action_is_left_out() {
    let (cut, _) = cut_of(
        "Good evening.",
        "(She hands me a letter and says) Sit by the fire and tell me the facts.",
    );
    assert_eq!(cut, "Sit by the fire and tell me the facts.");
}

#[test]
fn a_question_about_somebody_else_is_not_answered_with_an_introduction() {
    check(
        "Who is Watson?",
        "Watson is a good man, and he has a kind heart.",
        "I am Sherlock Holmes, the brilliant and brave detective of the century.",
        0.5,
    );
}

#[test]
fn what_was_asked_about_beats_what_goes_with_anything() {
    check(
        "Do you play the violin?",
        "My dear friend, I do. The violin is my favourite instrument.",
        "I do. I play a beautiful piece of music.",
        0.1,
    );
}
