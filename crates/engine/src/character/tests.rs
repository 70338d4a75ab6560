use serde_json::json;

use super::*;

fn check_error(text: &str, path: &str, reason_part: &str) {
    let error = parse(text, "nemo").expect_err(text);
    assert_eq!(error.path, path, "{error}");
    assert!(error.reason.contains(reason_part), "{error}");
}

#[test]
fn a_file_with_only_id_and_name_is_a_character() {
    let nemo = parse(r#"{"id": "nemo", "name": " Nemo "}"#, "nemo").unwrap();
    assert_eq!(nemo.name, "Nemo");
    assert_eq!(to_json(&nemo), "{\n  \"id\": \"nemo\",\n  \"name\": \"Nemo\"\n}\n");
}

#[test]
fn null_means_nothing_and_one_text_is_a_list_of_one() {
    let text = r#"{"id": "nemo", "name": "Nemo", "categories": "Voyages", "description": null, "identity": null,
        "personality": null, "speech_style": {"tone": null, "formality": null, "uses_humor": null}, "behavior": {"sulks": null},
        "world": {"setting": null}, "roleplay": null, "greeting": null, "alternate_greetings": ["Hi", null],
        "example_dialogues": null, "starter": null, "visuals": {"avatar": null}}"#;
    let nemo = parse(text, "nemo").unwrap();
    assert_eq!(nemo.categories, ["Voyages"]);
    assert_eq!(nemo.alternate_greetings, ["Hi"]);
    assert_eq!(nemo.speech_style, SpeechStyle::default());
    assert_eq!(nemo.behavior, Flags::default());
}

#[test]
fn unknown_fields_come_back_at_every_level_and_in_order() {
    let text = json!({
        "id": "nemo", "name": "Nemo", "zeta": [1, {"deep": null}], "alpha": 1.5,
        "identity": {"role": "Captain", "rank": 1},
        "speech_style": {"tone": ["dry"], "accent": "none"},
        "behavior": {"broods": true, "apologises": false},
        "world": {"setting": "The sea", "depth": 11_000},
        "roleplay": {"break_character": false, "mood": "x"},
        "example_dialogues": [{"user": "Hi", "character": "Yes?", "weight": 2}],
        "starter": {"description": "You are {{char}}.", "note": "n"},
        "visuals": {"avatar": "a.png", "banner": "b.png"},
    });
    let nemo = parse(&text.to_string(), "nemo").unwrap();
    let written: serde_json::Value = serde_json::from_str(&to_json(&nemo)).unwrap();
    assert_eq!(written, text);
    let keys: Vec<_> = written.as_object().unwrap().keys().map(String::as_str).collect();
    assert!(
        keys.iter().position(|key| *key == "zeta") < keys.iter().position(|key| *key == "alpha"),
        "{keys:?}"
    );
    assert_eq!(
        nemo.behavior.0,
        [("broods".to_owned(), true), ("apologises".to_owned(), false)]
    );
    assert_eq!(parse(&to_json(&nemo), "nemo").unwrap(), nemo);
}

#[test]
fn errors_name_the_place_in_the_file() {
    check_error("", "", "ends too early");
    check_error("[]", "", "a list stands where an object in curly brackets should be");
    check_error("7", "", "object in curly brackets");
    check_error(
        r#"{"id": "nemo", "name": "Nemo", "speech_style": {"tone": ["dry", 3]}}"#,
        "speech_style.tone[1]",
        "where a text should be",
    );
    check_error(
        r#"{"id": "nemo", "name": "Nemo", "behavior": {"broods": "often"}}"#,
        "behavior.broods",
        "where true or false should be",
    );
    check_error(
        r#"{"id": "nemo", "name": "Nemo", "example_dialogues": [{}, {"user": []}]}"#,
        "example_dialogues[1].user",
        "where a text should be",
    );
    check_error(
        r#"{"id": "nemo", "name": "Nemo", "personality": {}}"#,
        "personality",
        "a list of texts",
    );
    check_error(r#"{"id": "nemo", "name": "Nemo"} x"#, "", "something follows");
    check_error(r#"{"name": "Nemo"}"#, "", "field `id` is missing");
    check_error(r#"{"id": "nemo"}"#, "", "field `name` is missing");
    check_error(r#"{"id": "../nemo", "name": "Nemo"}"#, "id", "a-z");
    check_error(r#"{"id": "holmes", "name": "Nemo"}"#, "id", "nemo.json");
    check_error(r#"{"id": "nemo", "name": " \t "}"#, "name", "blank");
    check_error(r#"{"id": "nemo", "name": "Ne\nmo"}"#, "name", "control");
    check_error(
        &format!(r#"{{"id": "nemo", "name": "{}"}}"#, "é".repeat(201)),
        "name",
        "200",
    );
}

#[test]
fn a_huge_or_bottomless_file_is_refused() {
    check_error(&" ".repeat(MAX_FILE_BYTES + 1), "", "larger than 4 MB");
    let deep = format!(
        r#"{{"id": "nemo", "name": "Nemo", "x": {}{}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let error = parse(&deep, "nemo").unwrap_err();
    assert!(
        error.path.starts_with("x[0]") && error.path.len() <= MAX_PATH_CHARS,
        "{error}"
    );
    assert!(error.reason.contains("recursion limit"), "{error}");
}

#[test]
fn a_byte_order_mark_and_windows_line_breaks_are_no_hindrance() {
    assert!(parse("\u{feff}{\r\n\"id\": \"nemo\",\r\n\"name\": \"Nemo\"}\r\n", "nemo").is_ok());
}

fn check_marks(action: &str, thought: &str, text: &str, expected: &str) {
    let roleplay = Roleplay {
        action_format: action.to_owned(),
        thought_format: thought.to_owned(),
        ..Roleplay::default()
    };
    assert_eq!(house_marks(text, &roleplay), expected);
}

#[test]
fn the_marks_of_a_file_become_ours() {
    let tagged = "<action>bows</action> Good day. <thought>Who is he?</thought>";
    check_marks(
        "<action>{content}</action>",
        "<thought>{content}</thought>",
        tagged,
        "(bows) Good day. *Who is he?*",
    );
    check_marks(
        "*{content}*",
        "({content})",
        "*bows* Good day. (Who?)",
        "(bows) Good day. *Who?*",
    );
    check_marks("*{content}*", "**{content}**", "*bows* **hm** ok", "(bows) *hm* ok");
    check_marks("({content})", "*{content}*", "(bows (low)) *hm*", "(bows (low)) *hm*");
    check_marks("", "{content}", "*bows* ok", "*bows* ok");
    check_marks("<a>{content}</a>", "", "<a>never closed", "<a>never closed");
}

#[test]
fn greetings_are_ready_to_show() {
    let text = r#"{"id": "nemo", "name": "Nemo", "greeting": "<action>bows</action> Welcome, {{user}}.",
        "alternate_greetings": [" ", "I am {{char}}."], "roleplay": {"action_format": "<action>{content}</action>"}}"#;
    let nemo = parse(text, "nemo").unwrap();
    assert_eq!(
        greetings(&nemo, &Names::new(&nemo.name, "Ayşe")),
        ["(bows) Welcome, Ayşe.", "I am Nemo."]
    );
}
