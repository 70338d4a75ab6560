//! Which message cannot be understood without what was said before it.

use super::*;

#[test]
fn one_earlier_exchange_comes_along_when_the_message_refers_back() {
    let character = holmes();
    let roles = |last: &str| {
        let messages = talk(&[
            "My uncle has vanished.",
            "Then we must find him. I have a plan. It is bold.",
            last,
        ]);
        let prompt = starter_prompt(&bundled(), &asked(&character, &messages)).unwrap();
        (prompt.messages.len(), prompt.reads_from, prompt.messages_left_out())
    };
    for last in ["Why?", "What do you mean by that?", "Tell me more!", "Is it dangerous?"] {
        assert_eq!(roles(last), (6, 1, 0), "{last}");
    }
    for last in [
        "Do you play the violin every evening?",
        "Good evening, sir.",
        "Amcam kayboldu.",
    ] {
        assert_eq!(roles(last), (4, 3, 2), "{last}");
    }
}
