use serde_json::json;

use super::templates::Lines;
use super::*;
use crate::character::Character;
use crate::conversation::Message;
use crate::language::{OFFERED, differs, written_in};
use crate::macros::Names;
use crate::prompt::tests::{bundled, character, count, input, keeper, message};

fn check(answer: &str, expected: &[&str]) {
    assert_eq!(read(answer, "Ayşe"), expected, "{answer}");
}

const FOUR: [&str; 4] = ["Yes.", "Why?", "(sits down) Go on.", "Another time."];

#[test]
fn an_answer_that_follows_the_schema_is_read() {
    let fields: serde_json::Map<_, _> = FIELDS
        .iter()
        .zip(FOUR)
        .map(|(name, text)| ((*name).to_owned(), json!(text)))
        .collect();
    check(&json!(fields).to_string(), &FOUR);
    let schema = schema();
    assert_eq!(schema["required"], json!(FIELDS));
    assert_eq!(schema["properties"].as_object().unwrap().len(), COUNT);
}

#[test]
fn other_json_is_read() {
    for answer in [
        r#"{"replies": ["Yes.", "Why?", "(sits down) Go on.", "Another time."]}"#,
        r#"["Yes.", "Why?", "(sits down) Go on.", "Another time."]"#,
        r#"[{"text": "Yes.", "tone": "warm"}, {"text": "Why?", "tone": "dry"}, {"reply": "(sits down) Go on."}, {"message": "Another time."}]"#,
        r#"{"suggestions": {"1": "Yes.", "2": "Why?", "3": "(sits down) Go on.", "4": "Another time."}}"#,
        "Here you are:\n```json\n[\"Yes.\", \"Why?\", \"(sits down) Go on.\", \"Another time.\"]\n```\nI hope that helps!",
        "<think>[\"Not this\"] Hm.</think>\n[\"Yes.\", \"Why?\", \"(sits down) Go on.\", \"Another time.\"]",
        "{\"reply_1\": \"Yes.\"}\n{\"reply_2\": \"Why?\"}\n{\"reply_3\": \"(sits down) Go on.\"}\n{\"reply_4\": \"Another time.\"}",
        r#"{"note": "Four replies", "reply_1": "Yes.", "reply_2": "Why?", "reply_3": "(sits down) Go on.", "reply_4": "Another time."}"#,
        r#""[\"Yes.\", \"Why?\", \"(sits down) Go on.\", \"Another time.\"]""#,
        r#"["1. Yes.", "2. Why?", "3. (sits down) Go on.", "4. Another time."]"#,
        r#"["Ayşe: Yes.", "ayşe: Why?", "Ayşe: \"(sits down) Go on.\"", "Ayşe: Another time."]"#,
        "\u{feff}[\"Yes.\", null, 7, \"Why?\", [\"(sits down) Go on.\"], true, \"Another time.\", \"A fifth.\"]",
        r#"["Yes.", "**Why?**", "“(sits down) Go on.”", "Another\ntime."]"#,
        r#"["Yes.", "yes!", "YES", "Why?", "", "...", "(sits down) Go on.", "Another time."]"#,
    ] {
        check(answer, &FOUR);
    }
}

#[test]
fn broken_json_still_has_its_texts() {
    check(
        r#"{"replies": ["Yes.", "Why?", "(sits down) Go on.", "Another"#,
        &FOUR[..3],
    );
    check(r#"["Yes.", "Why?", "(sits down) Go on.", "Another time.",]"#, &FOUR);
    check(
        r#"{"reply_1": "Yes." "reply_2": "Why?", "reply_3": "(sits down) Go on.", // "#,
        &FOUR[..3],
    );
    check(r#"{"reply_1": "Say \"yes\".", "reply_2": "Wh"#, &[r#"Say "yes"."#]);
    check(
        "{\"reply_1\": \"Two\nlines.\", \"reply_2\": \"Why?\"}",
        &["Two lines.", "Why?"],
    );
}

#[test]
fn lists_in_plain_text_are_read() {
    for answer in [
        "1. Yes.\n2. Why?\n3. (sits down) Go on.\n4. Another time.",
        "Sure! Here are four options:\n\n1) Yes.\n2) Why?\n3) (sits down) Go on.\n4) Another time.\n\nLet me know!",
        "- Yes.\n- Why?\n- (sits down) Go on.\n- Another time.",
        "* \"Yes.\"\n* \"Why?\"\n* \"(sits down) Go on.\"\n* \"Another time.\"",
        "• Yes.\n• Why?\n• (sits down) Go on.\n• Another time.\n• A fifth.",
        "**Option 1:** Yes.\n**Option 2:** Why?\n**Option 3:** (sits down) Go on.\n**Option 4:** Another time.",
        "reply_1: Yes.\nreply_2: Why?\nreply_3: (sits down) Go on.\nreply_4: Another time.",
        "(1) Yes.\n(2) Why?\n(3) (sits down) Go on.\n(4) Another time.",
        "1️⃣ Yes.\n2️⃣ Why?\n3️⃣ (sits down) Go on.\n4️⃣ Another time.",
        "1. Yes. 2. Why? 3. (sits down) Go on. 4. Another time.",
        "Yes.\nWhy?\n(sits down) Go on.\nAnother time.",
        "```\n1. Yes.\n2. Why?\n3. (sits down) Go on.\n4. Another time.\n```",
    ] {
        check(answer, &FOUR);
    }
    check("1. Ja.\r\n2. Warum?\r\n", &["Ja.", "Warum?"]);
}

#[test]
fn what_is_no_list_gives_nothing() {
    for answer in [
        "",
        "   ",
        "I'm sorry, but I can't help with that.",
        "(lifts the lamp) You rowed here? Mind the third step.",
        "I would say [softly] that it is late.",
        "{}",
        "[]",
        "{\"replies\": []}",
        "[null, 1, true]",
        "```json\n```",
        "\0\0",
    ] {
        check(answer, &[]);
    }
}

#[test]
fn marks_of_the_story_stay_and_decoration_goes() {
    check(
        r##"["*He knows.* Do you?", "(opens the letter) It is for you.", "# Really?", "I waited 3.5 hours, 2 of them in the rain."]"##,
        &[
            "*He knows.* Do you?",
            "(opens the letter) It is for you.",
            "Really?",
            "I waited 3.5 hours, 2 of them in the rain.",
        ],
    );
    check(
        r#"["“One” and “two”", "'Tis late.", "Don't."]"#,
        &["“One” and “two”", "'Tis late.", "Don't."],
    );
}

#[test]
fn long_suggestions_are_cut_where_it_hurts_least() {
    let long = json!([
        format!(
            "{} And {}",
            "I was there that night. ".repeat(6),
            "on and on ".repeat(30)
        ),
        "word ".repeat(80),
        "海".repeat(300)
    ]);
    let read = read(&long.to_string(), "");
    assert!(read.iter().all(|text| text.chars().count() <= MOST_CHARS), "{read:?}");
    assert!(read[0].ends_with("night."), "{read:?}");
    assert!(read[1].ends_with("word…"), "{read:?}");
    assert_eq!(read[2].chars().count(), MOST_CHARS);
}

#[test]
fn hostile_answers_end_soon_and_never_break() {
    for answer in [
        "[".repeat(100_000),
        "{\"a\":".repeat(50_000),
        "\"".repeat(70_000),
        "1. ".repeat(50_000),
        "\\".repeat(70_000),
        "“".repeat(40_000),
        format!("[\"{}\"]", "\u{202e}x ".repeat(60_000)),
    ] {
        let read = read(&answer, "“");
        assert!(read.len() <= COUNT && read.iter().all(|text| text.chars().count() <= MOST_CHARS));
    }
}

proptest::proptest! {
    #[test]
    fn any_answer_gives_at_most_four_short_lines(answer in "[\\PC\"\\[\\]{},:\n0-9.)*-]{0,400}") {
        let read = read(&answer, "Ayşe");
        proptest::prop_assert!(read.len() <= COUNT);
        for (place, text) in read.iter().enumerate() {
            proptest::prop_assert!(!text.is_empty() && text.chars().count() <= MOST_CHARS && !text.contains(['\n', '\r']));
            proptest::prop_assert!(!read[..place].iter().any(|other| read::same_words(other, text)));
        }
    }
}

#[test]
fn there_are_always_four() {
    let spare = neutral("en");
    assert_eq!(complete(Vec::new(), spare.clone()), spare);
    let one = complete(vec!["Go on, I am listening!".to_owned()], spare.clone());
    assert_eq!(one, ["Go on, I am listening!", &spare[1], &spare[2], &spare[3]]);
    let many: Vec<String> = (0..9).map(|number| format!("Number {number}")).collect();
    assert_eq!(complete(many.clone(), spare), many[..4]);
}

#[test]
fn neutral_ones_are_there_in_every_offered_language() {
    let mut seen = Vec::new();
    for language in OFFERED {
        let four = neutral(language);
        assert_eq!(
            complete(four.to_vec(), four.clone()),
            four,
            "{language}: four different ones"
        );
        seen.push(four);
    }
    seen.dedup();
    assert_eq!(seen.len(), OFFERED.len());
    assert_eq!(neutral("xx"), neutral("en"));
    assert_eq!(neutral("tr-TR"), neutral("tr"));
}

/// An Arabic or French conversation was given the same four replies at every turn, or English ones.
#[test]
fn the_situation_decides_in_every_offered_language() {
    let bare = character(json!({}));
    for language in OFFERED {
        let lines = Lines::of(language).unwrap();
        let general = [
            lines.openings,
            lines.answers,
            lines.assents,
            lines.questions,
            lines.reactions,
            lines.actions,
            lines.turns,
        ];
        for lines in general {
            assert!(lines.len() >= 3, "{language}: {lines:?}");
            for line in lines {
                assert!(!differs(line, language), "{language}: {line}");
                assert!(line.chars().count() <= MOST_CHARS && !line.contains('{'), "{line}");
            }
            assert!(!differs(&lines.join(" "), language), "{language}: {lines:?}");
        }
        assert_eq!(written_in(&general.concat().join(" ")), Some(language));
        let acts = |line: &&str| line.starts_with(['(', '（']);
        assert!([lines.reactions, lines.actions].concat().iter().all(acts), "{language}");
        let four: std::collections::HashSet<[String; COUNT]> = ["One.", "Two?", "Three. (nods)", "Four.", "Five?"]
            .iter()
            .map(|said| from_situation(&situation(&bare, &after(said), language)))
            .collect();
        assert!(four.len() >= 4, "{language}: {four:?}");
    }
    let marked = |language: &str, mark: &str| Lines::of(language).unwrap().questions.concat().contains(mark);
    for (language, mark) in [("es", "¿"), ("fr", "\u{202f}?"), ("zh", "？"), ("ar", "؟")] {
        assert!(marked(language, mark), "{language}");
    }
}

fn situation<'a>(character: &'a Character, messages: &'a [Message], language: &'a str) -> Situation<'a> {
    Situation {
        character,
        names: Names::new(&character.name, "Ayşe"),
        messages,
        language,
    }
}

/// A conversation whose last message is the character's.
fn after(text: &str) -> [Message; 3] {
    [
        message(0, Role::Character, "Mind the step."),
        message(1, Role::User, "Good evening."),
        message(2, Role::Character, text),
    ]
}

#[test]
fn the_situation_decides_the_same_way_each_time() {
    let bare = character(json!({}));
    let mut shown = String::new();
    for (language, said) in [
        ("en", "Are you afraid of the dark?"),
        ("en", "You may keep the brass lamp. (turns away)"),
        (
            "en",
            "I knew Captain Irene Adler once. She never came back from Prague.",
        ),
        ("en", "Sit."),
        ("tr", "Karanlıktan korkar mısın?"),
        ("tr", "Ben İzmir'de doğdum. (lambayı yakar)"),
        ("de", "Setz dich."),
    ] {
        let messages = after(said);
        let four = from_situation(&situation(&bare, &messages, language));
        assert_eq!(four, from_situation(&situation(&bare, &messages, language)));
        shown.push_str(&format!("{language}: {said}\n  {}\n", four.join("\n  ")));
    }
    let greeting = [message(0, Role::Character, "(lifts the lamp) You rowed here?")];
    shown.push_str(&format!(
        "greeting only\n  {}\n",
        from_situation(&situation(&bare, &greeting, "en")).join("\n  ")
    ));
    insta::assert_snapshot!(shown);
}

#[test]
fn different_messages_give_different_suggestions() {
    let bare = character(json!({}));
    let distinct: std::collections::HashSet<[String; COUNT]> = (0..40)
        .map(|number| from_situation(&situation(&bare, &after(&format!("It was {number} years ago.")), "en")))
        .collect();
    assert!(distinct.len() >= 15, "{}", distinct.len());
}

#[test]
fn the_characters_own_examples_are_used_until_they_were_said() {
    let keeper = keeper();
    let lines = ["Are you afraid?", "Tell me about the wreck, Maren Holt."];
    let used = |messages: &[Message]| {
        let four = from_situation(&situation(&keeper, messages, "en"));
        four.into_iter().find(|text| lines.contains(&text.as_str()))
    };
    assert!(used(&after("Sit.")).is_some());
    let mut messages = after("Sit.");
    messages[1].text = lines.join(" ");
    assert_eq!(used(&messages), None);
    let turkish = from_situation(&situation(&keeper, &after("Otur."), "tr"));
    assert!(
        !turkish.iter().any(|text| lines.contains(&text.as_str())),
        "{turkish:?}"
    );
}

#[test]
fn what_a_model_is_asked_names_the_persona_and_the_language() {
    let keeper = keeper();
    let messages = after("Are you afraid?");
    let mut asked = input(&keeper, &messages);
    asked.persona = "A surgeon who lost {{char}}'s letters.";
    asked.language = Some("tr");
    insta::assert_snapshot!(suggestion_prompt(&bundled(), &asked, &count).unwrap().messages[0].text);

    let nothing = suggestion_prompt(&bundled(), &input(&keeper, &[]), &count).unwrap();
    assert!(nothing.messages[0].text.contains("Nothing has been said yet"));
    let mut small = input(&keeper, &messages);
    small.window_tokens = 900;
    assert!(matches!(
        suggestion_prompt(&bundled(), &small, &count),
        Err(PromptError::WindowTooSmall { .. })
    ));
}

#[test]
fn a_conversation_cannot_smuggle_in_a_template() {
    let hostile = "{{ 7*7 }} {% raw %}";
    let keeper = keeper();
    let messages = after(hostile);
    let mut asked = input(&keeper, &messages);
    asked.persona = hostile;
    let text = &suggestion_prompt(&bundled(), &asked, &count).unwrap().messages[0].text;
    assert_eq!(text.matches(hostile).count(), 2, "{text}");
}
