//! Save files 1.0 and 2.0, as they are assumed to be.

use engine::conversation::Role;

use super::{problems, save};

fn said(text: &str) -> Vec<(Role, String)> {
    let save = save(text);
    let messages = &save.file.conversations[0].messages;
    messages
        .iter()
        .map(|message| (message.role, message.alternates[0].text.clone()))
        .collect()
}

#[test]
fn the_first_version_had_messages_or_pairs() {
    let expected = [(Role::User, "Hi".to_owned()), (Role::Character, "Hello.".to_owned())];
    for transcript in [
        r#""history": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]"#,
        r#""history": [["Hi", "Hello."]]"#,
        r#""messages": [["Hi", null], [null, "Hello."]]"#,
        r#""transcript": [{"role": "user", "content": "Hi", "metadata": {}, "options": null}, {"role": "assistant", "text": "Hello."}]"#,
    ] {
        let text = format!(r#"{{"version": "1.0", "character_id": "nemo", {transcript}}}"#);
        assert_eq!(said(&text), expected, "{text}");
        assert_eq!(said(&text.replace("\"1.0\"", "1.0")), expected);
        assert_eq!(said(&text.replace("\"character_id\"", "\"character\"")), expected);
    }
}

#[test]
fn what_is_not_used_is_kept_and_the_session_is_not() {
    let save = save(
        r#"{"session_id": "abc", "summary": "They met.", "facts": [{"text": "x"}], "version": "2.0", "character": {"id": "nemo", "name": "Nemo"},
        "persona": {"name": "Ayşe", "description": "A diver."}, "language": "tr", "messages": [{"role": "user", "content": "Hi", "mood": "odd", "timestamp": 1767323045}]}"#,
    );
    let about = &save.file.conversations[0].about;
    let kept: Vec<(&str, &str)> = about
        .kept
        .iter()
        .map(|section| (section.name.as_str(), section.json.as_str()))
        .collect();
    assert_eq!(
        kept,
        [
            ("save_2_0_facts", r#"[{"text": "x"}]"#),
            ("save_2_0_summary", "\"They met.\"")
        ]
    );
    assert_eq!(
        save.repaired,
        [
            "a field of a message that is not known here was left out",
            "the session in the file was left out"
        ]
    );
    assert_eq!(about.persona.as_ref().unwrap().name, "Ayşe");
    assert_eq!(about.language, "tr");
    let at = save.file.conversations[0].messages[0].created_at.unwrap();
    assert_eq!(at.to_string(), "2026-01-02T03:04:05Z");
    assert!(!save.file.to_json().unwrap().contains("abc"));
    assert!(save.format.contains("2.0") && save.format.contains("assumed"));
}

#[test]
fn only_texts_of_two_come_in() {
    let text = r#"{"version": "2.0", "character_id": "../nemo", "persona": 5, "messages": [
        {"role": "system", "content": "x"}, {"role": "user", "content": [{"type": "image"}]}, {"role": "user"}, ["a", 5], "loose"]}"#;
    assert_eq!(
        problems(text),
        [
            "messages[0].role: this must be user or assistant",
            "messages[1].content: only texts can come in, not a list",
            "messages[2].content: only texts can come in, not null",
            "messages[3][1]: only texts can come in, not a number",
            "messages[4]: this must be a message or a pair of texts, not a text",
            "character_id: a character's id is 1 to 64 of a-z, 0-9, _ and -",
            "persona: this must be a persona, not a number",
        ]
    );
    assert_eq!(
        problems(r#"{"version": "1.0", "character_id": "nemo"}"#),
        ["messages: the messages are missing"]
    );
    assert_eq!(
        problems(r#"{"version": "4.0", "character_id": "nemo", "messages": []}"#),
        ["version: version 4.0 is not supported; 1.0, 2.0 and 3.0 are"]
    );
}
