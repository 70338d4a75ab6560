use super::*;

fn made(kind: &str) -> Character {
    let file = serde_json::json!({
        "id": "marit", "name": "Marit Solberg",
        "description": "Writes from marit.solberg@example.org.",
        "world": { "description": "Call me on +47 22 11 22 33 when the boat is in." },
        "example_dialogues": [{ "user": "Where are you?", "character": "My number is 0047 22112233, call me." }],
        "made_from": { "kind": kind },
    });
    engine::character::parse(&file.to_string(), "marit").expect("a character")
}

#[test]
fn a_server_is_sent_no_private_data_of_a_character_made_from_messages() {
    assert!(is_made_from_messages(&made("messages")));
    assert!(!is_made_from_messages(&made("novel")));
    let masked = for_server(&made("messages")).expect("masked");
    let sent = serde_json::to_string(&*masked).expect("JSON");
    for private in ["marit.solberg@example.org", "22 11 22 33", "22112233"] {
        assert!(!sent.contains(private), "{private}: {sent}");
    }
    assert!(
        sent.contains("[mail address]") && sent.contains("when the boat is in."),
        "{sent}"
    );
    assert_eq!((masked.name.as_str(), masked.id.as_str()), ("Marit Solberg", "marit"));
}

/// It was masked in the id, too, which then was none: nothing could be sent.
#[test]
fn somebody_who_is_called_by_a_number_can_be_talked_to() {
    let file = serde_json::json!({
        "id": "004722112233", "name": "+47 22 11 22 33", "description": "Writes short.", "made_from": { "kind": "messages" },
    });
    let made = engine::character::parse(&file.to_string(), "004722112233").expect("a character");
    let masked = for_server(&made).expect("masked");
    assert_eq!(
        (masked.id.as_str(), masked.name.as_str()),
        ("004722112233", "[phone number]")
    );
}
