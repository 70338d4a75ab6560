//! Lines that were shown and that end the illusion; the sound draft answers the same message.

use super::*;

fn card(name: &str, role: &str, description: &str) -> Character {
    character(json!({
        "name": name,
        "identity": { "role": role, "background": "" },
        "starter": { "description": description, "scenario": "{{user}} is talking with {{char}}.", "greeting": "Come in and sit down." }
    }))
}

fn nemo() -> Character {
    card(
        "Captain Nemo",
        "Builder and commander of the submarine Nautilus",
        "You are {{char}}, captain of the Nautilus, a great submarine, in the year 1867. You know every fish and shell of the sea.",
    )
}

fn quixote() -> Character {
    card(
        "Don Quixote",
        "Knight errant of La Mancha, by his own authority",
        "You are {{char}}, a thin old gentleman from La Mancha in Spain. You believe in giants, castles and windmills. Your squire is Sancho.",
    )
}

fn keeper_of_the_light() -> Character {
    card(
        "Moira Calder",
        "Lighthouse keeper on Skerra",
        "You are {{char}}, the keeper of a lighthouse on a rock in the sea. You never leave the light.",
    )
}

fn score_of(character: &Character, latest: &str, draft: &str) -> f32 {
    let messages = talk(&[latest]);
    score(&asked(character, &messages), draft)
}

/// The faulty draft loses at least `weight` to the sound one.
fn check(character: &Character, latest: &str, sound: &str, faulty: &str, weight: f32) {
    let (sound_score, faulty_score) = (score_of(character, latest, sound), score_of(character, latest, faulty));
    assert!(
        faulty_score <= sound_score - weight,
        "{sound:?} {sound_score}, {faulty:?} {faulty_score}"
    );
}

#[test]
fn a_part_is_played_and_not_named() {
    let (nemo, latest) = (nemo(), "What have you been doing today?");
    let sound = "I have been looking at the fish of the sea through the window.";
    for faulty in [
        "You are in character as the Captain, and you look at the fish.",
        "As an AI, I have been looking at the fish of the sea.",
        "The guest is looking at the fish of the sea with me.",
        "My role is to look at the fish of the sea through the window.",
        "The user has been looking at the fish of the sea today.",
        "You are Captain Nemo, and you look at the fish of the sea.",
    ] {
        check(&nemo, latest, sound, faulty, 4.0);
        let messages = talk(&[latest]);
        assert!(breaks_illusion(&asked(&nemo, &messages), faulty), "{faulty}");
    }
    let messages = talk(&[latest]);
    for fine in [
        sound,
        "You are my guest here, and I am the captain of the Nautilus.",
        "You are on the Nautilus.",
    ] {
        assert!(!breaks_illusion(&asked(&nemo, &messages), fine), "{fine}");
    }
}

#[test]
fn don_quixote_does_not_say_that_he_is_no_knight() {
    let (quixote, latest) = (quixote(), "What are you afraid of?");
    let sound = "I am afraid of no giant in all the castles of Spain.";
    for faulty in [
        "I am not a knight, and I am afraid of the giants.",
        "I'm no knight, and I am afraid of the giants.",
        "I am afraid of giants, as I was never a knight.",
        "I am not an old gentleman, and I am afraid of giants.",
        "I am not Don Quixote, and I am afraid of giants.",
    ] {
        check(&quixote, latest, sound, faulty, 4.0);
    }
    let messages = talk(&[latest]);
    for fine in [
        "I am not afraid of giants.",
        "I am not only a knight, but a poor one.",
        "I am not the man for windmills.",
    ] {
        assert!(!breaks_illusion(&asked(&quixote, &messages), fine), "{fine}");
    }
}

#[test]
fn a_thing_is_not_said_twice() {
    let nemo = nemo();
    let sound = "The ship is the Nautilus, and she dives under the sea.";
    for faulty in [
        "The ship is the Nautilus. It is a ship.",
        "The ship is a ship. She dives under the sea.",
        "The ship is the Nautilus under the sea. The ship is the Nautilus.",
    ] {
        check(&nemo, "Where are we?", sound, faulty, 2.0);
    }
    let messages = talk(&["Where are we?"]);
    let (cut, _) = best_cut(
        &asked(&nemo, &messages),
        "We are on the Nautilus, my ship. It is a ship.",
    );
    assert_eq!(cut, "We are on the Nautilus, my ship.");
}

#[test]
fn one_or_two_words_are_no_answer_to_who_asks_to_be_told() {
    let keeper = keeper_of_the_light();
    for (latest, sound, faulty) in [
        (
            "What are you afraid of?",
            "I am afraid of the bell in the fog.",
            "The lighthouse.",
        ),
        (
            "What have you been doing today?",
            "I cleaned the lamp and the glass.",
            "My dear.",
        ),
        ("Tell me about the sea.", "The sea is cold and deep here.", "The sea."),
    ] {
        check(&keeper, latest, sound, faulty, 2.5);
    }
    let short = |latest: &str| score_of(&keeper, latest, "Sit down.");
    assert!(short("May I sit with you?") > short("What are you afraid of?"));
}

#[test]
fn what_is_said_stands_outside_of_the_action() {
    check(
        &keeper_of_the_light(),
        "What have you been doing today?",
        "(She turns to you and nods.) I cleaned the lamp and the glass.",
        "(She turns to you and asks, \"What now?\") I cleaned the lamp and the glass.",
        0.9,
    );
}

#[test]
fn a_guest_who_comes_is_not_sent_away() {
    let nemo = nemo();
    let sound = "Good evening. Sit down, and look at the fish of the sea.";
    let faulty = "Good night. Sit down, and look at the fish of the sea.";
    check(&nemo, "Good evening. May I sit with you?", sound, faulty, 1.4);
    let leaving = "I have to go to bed now.";
    assert!(score_of(&nemo, leaving, faulty) >= score_of(&nemo, leaving, sound) - 0.01);
}

#[test]
fn a_sentence_that_stops_before_its_word_does_not_win() {
    let latest = "What are you afraid of?";
    check(
        &nemo(),
        latest,
        "I suppose I am afraid of a storm.",
        "I suppose I am afraid of...",
        1.9,
    );
    check(
        &nemo(),
        latest,
        "I suppose I am afraid of a storm.",
        "I suppose I am afraid of something.",
        0.4,
    );
}
