//! The rest of a reply that was stopped.

use super::*;

/// The whole after the model went on with these pieces, and whether it was stopped by the gate.
fn continued(so_far: &str, pieces: &[&str]) -> String {
    let mut gate = SentenceGate::continuing(so_far);
    let mut whole = so_far.to_owned();
    for piece in pieces {
        whole += &gate.push(piece);
    }
    whole + &gate.finish()
}

/// Stopped and continued, replies read "rumblingvoice" and "hiseyes".
#[test]
fn the_space_between_both_parts_is_kept() {
    for (so_far, pieces, whole) in [
        ("He has a rumbling", &[" voice."][..], "He has a rumbling voice."),
        ("He opens his", &[" ", "eyes", " slowly."], "He opens his eyes slowly."),
        // The model's piece tells that the word goes on.
        ("He has a rum", &["bling", " voice."], "He has a rumbling voice."),
        ("He has a voice", &[",", " and eyes."], "He has a voice, and eyes."),
        ("He waits for the ", &[" train."], "He waits for the train."),
        ("He waits for the\n", &[" train."], "He waits for the\ntrain."),
        ("我在", &["听你说。"], "我在听你说。"),
    ] {
        assert_eq!(continued(so_far, pieces), whole);
    }
}

/// An action that the first part left open stayed open, as only the rest was looked at.
#[test]
fn what_the_first_part_left_open_is_closed() {
    for (so_far, pieces, whole) in [
        ("(He looks at the", &[" fire"][..], "(He looks at the fire)"),
        ("(He looks", &[" up) Sit with me."], "(He looks up) Sit with me."),
        ("\"Sit by the", &[" fire.\"", " More."], "\"Sit by the fire.\" More."),
        ("“Sit by the", &[" fire."], "“Sit by the fire.”"),
        ("*Mud on", &[" the boot."], "*Mud on the boot.*"),
        // A second action is left out, as in any reply.
        (
            "(He nods.) Sit with",
            &[" me (he points) by the fire."],
            "(He nods.) Sit with me by the fire.",
        ),
    ] {
        assert_eq!(continued(so_far, pieces), whole);
    }
}

#[test]
fn the_sentences_of_both_parts_count_and_one_more_passes() {
    for (so_far, pieces, whole) in [
        (
            "Sit down. Tell me",
            &[" all of it.", " Then go.", " At once."][..],
            "Sit down. Tell me all of it.",
        ),
        (
            "Sit down here.",
            &[" Tell me all.", " Then go."],
            "Sit down here. Tell me all.",
        ),
        (
            "One is here. Two are here. Three are here.",
            &[" Four are here.", " Five are here."],
            "One is here. Two are here. Three are here. Four are here.",
        ),
    ] {
        assert_eq!(continued(so_far, pieces), whole);
    }
}

#[test]
fn nothing_more_leaves_the_first_part_as_it_is() {
    for so_far in ["He has a rumbling", "(He looks", "Sit down.", "*Mud on"] {
        assert_eq!(continued(so_far, &[]), so_far);
        assert_eq!(continued(so_far, &["", " "]), so_far);
    }
    assert_eq!(continued("He has a rumbling", &[" voice"]), "He has a rumbling voice…");
}

proptest! {
    #[test]
    fn what_was_there_is_never_changed(so_far in "[a-z .!?()*\"“”\n。é]{0,60}", rest in "[a-z .!?()*\"\n]{0,60}") {
        let mut gate = SentenceGate::continuing(&so_far);
        let shown = gate.push(&rest) + &gate.finish();
        prop_assert!(!shown.contains("  "));
    }
}
