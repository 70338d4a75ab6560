//! Written, read and written again, a save file is the same.

use engine::conversation::{MessageState, Role};
use engine::ids::{CharacterId, ConversationId, MessageId};
use engine::save_file::{
    KeptSection, SaveFile, SavedAbout, SavedAlternate, SavedBranchPoint, SavedConversation, SavedMessage, SavedPersona,
    SavedTime, rename,
};
use proptest::prelude::*;
use uuid::Uuid;

use super::save;
use super::saved_memory::remembered;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-z \\n\"\\\\*#]{0,40}",
        Just("Günaydın 👩‍👩‍👧 مرحبا \u{2028} \u{0}".to_owned()),
    ]
}

fn line(longest: usize) -> impl Strategy<Value = String> {
    text().prop_map(move |text| {
        text.chars()
            .filter(|letter| !letter.is_control())
            .take(longest)
            .collect()
    })
}

fn time() -> impl Strategy<Value = Option<SavedTime>> {
    let offset = proptest::option::of((-14 * 4..=14 * 4_i32).prop_map(|quarters| quarters * 900));
    proptest::option::of(
        (-1_000_000_000_000..4_000_000_000_000_i64, offset).prop_map(|(at, offset)| SavedTime::new(at, offset)),
    )
}

fn alternate() -> impl Strategy<Value = SavedAlternate> {
    let state = prop_oneof![Just(MessageState::Complete), Just(MessageState::CutShort)];
    let model = proptest::option::of(line(50));
    (text(), state, time(), time(), model, proptest::option::of(text())).prop_map(
        |(text, state, created_at, edited_at, model, reasoning)| SavedAlternate {
            text,
            state,
            created_at,
            edited_at,
            model,
            reasoning,
        },
    )
}

fn message() -> impl Strategy<Value = SavedMessage> {
    let role = prop_oneof![Just(Role::User), Just(Role::Character)];
    let alternates = prop::collection::vec(alternate(), 1..4);
    (role, time(), alternates, any::<prop::sample::Index>()).prop_map(|(role, created_at, alternates, chosen)| {
        SavedMessage {
            id: None,
            origin: None,
            role,
            created_at,
            chosen: chosen.index(alternates.len()) as u32,
            alternates,
        }
    })
}

fn about() -> impl Strategy<Value = SavedAbout> {
    let persona = proptest::option::of(("[A-Z][a-zğü]{0,20}", text()));
    let language = prop_oneof![Just(""), Just("tr"), Just("pt-BR")];
    (line(200), time(), time(), language, persona, text()).prop_map(
        |(title, created_at, updated_at, language, persona, draft)| SavedAbout {
            id: None,
            title,
            created_at,
            updated_at,
            branched_from: None,
            language: language.to_owned(),
            persona: persona.map(|(name, description)| SavedPersona { name, description }),
            draft,
            kept: Vec::new(),
        },
    )
}

prop_compose! {
    /// A family in which each branch begins in one before it, with sections that name messages and conversations.
    fn family()(
        conversations in prop::collection::vec((about(), prop::collection::vec(message(), 0..6), any::<prop::sample::Index>()), 1..4),
        notes in text(),
    ) -> SaveFile {
        let mut next = 0_u128;
        let mut fresh = || { next += 1; Uuid::from_u128(next << 40) };
        let mut known: Vec<ConversationId> = Vec::new();
        let mut all = Vec::new();
        for (mut about, mut messages, parent) in conversations {
            let id = ConversationId(fresh());
            about.id = Some(id);
            about.branched_from = (!known.is_empty()).then(|| SavedBranchPoint { conversation: known[parent.index(known.len())], position: 3 });
            known.push(id);
            let before = all.iter().flat_map(|conversation: &SavedConversation| &conversation.messages).next().and_then(|message| message.id);
            for message in &mut messages {
                message.id = Some(MessageId(fresh()));
                message.origin = before;
            }
            let named: Vec<_> = messages.iter().map(|message| message.id).collect();
            let json = |value: serde_json::Value| value.to_string();
            about.kept = remembered(&messages).sections();
            about.kept.extend([
                KeptSection { name: "memories".to_owned(), json: json(serde_json::json!([{ "text": notes, "sources": named }])) },
                KeptSection { name: "unknown to us".to_owned(), json: "{ \"n\":   1.50, \"list\": [ ] }".to_owned() },
            ]);
            // As a reader gives them.
            about.kept.sort_by(|left, right| left.name.cmp(&right.name));
            all.push(SavedConversation { about, messages });
        }
        SaveFile { character_id: CharacterId::parse("nemo").unwrap(), character_name: "Nemo".to_owned(), conversations: all }
    }
}

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../../engine/schemas/save-3.0.schema.json");
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

/// Every id and time replaced by the same word.
fn without_ids_and_times(json: &str) -> String {
    let mut plain = String::new();
    for part in json.split_inclusive('"') {
        let inside = part.trim_end_matches('"');
        let named = Uuid::parse_str(inside).is_ok() || SavedTime::parse(inside).is_some();
        plain.push_str(if named { "…\"" } else { part });
    }
    plain
}

#[test]
fn exported_imported_and_exported_again_gives_the_same_bytes() {
    let schema = schema();
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(150));
    runner
        .run(&family(), |file| {
            let first = file.to_json().unwrap();
            let value = serde_json::from_str(&first).unwrap();
            prop_assert!(
                schema.is_valid(&value),
                "{:?}\n{first}",
                schema.iter_errors(&value).next().map(|error| error.to_string())
            );
            let mut imported = save(&first).file;
            prop_assert_eq!(&imported, &file);
            let mut next = 1_u128 << 100;
            rename(&mut imported, || {
                next += 1;
                Uuid::from_u128(next)
            });
            let second = imported.to_json().unwrap();
            prop_assert_eq!(without_ids_and_times(&first), without_ids_and_times(&second));
            let again = save(&second).file;
            prop_assert_eq!(again, imported);
            for former in file
                .conversations
                .iter()
                .flat_map(|conversation| &conversation.messages)
            {
                prop_assert!(
                    !second.contains(&former.id.unwrap().to_string()),
                    "an id of the file is left"
                );
            }
            Ok(())
        })
        .unwrap();
}

const GOOD: &str = r#"{"role": "user", "alternates": [{"text": "Hi"}]}"#;

/// Schema and reader agree about a file with these fields and messages.
fn agree(fields: &str, message: &str, is_good: bool) {
    let text = super::file(fields, message);
    let is_valid = schema().is_valid(&serde_json::from_str(&text).unwrap());
    assert_eq!(is_valid, is_good, "schema: {text}");
    let is_read = crate::read(&text.as_bytes(), super::LARGEST).is_ok();
    assert_eq!(is_read, is_good, "reader: {text}");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    for (fields, is_good) in [
        ("", true),
        (r#", "title": 5"#, false),
        (
            r#", "memories": {"anything": [1]}, "summary": null, "from_the_future": 1"#,
            true,
        ),
        (r#", "branched_from": {"conversation": "x", "position": 1}"#, false),
        (r#", "branches": [{"title": "no messages"}]"#, false),
    ] {
        agree(fields, GOOD, is_good);
    }
    for message in [
        r#"{"role": "assistant", "alternates": [{"text": "Hi"}]}"#,
        r#"{"role": "user", "alternates": []}"#,
        r#"{"role": "user", "alternates": [{"text": ["Hi"]}]}"#,
        r#"{"role": "user", "alternates": [{"text": "Hi", "created_at": "yesterday"}]}"#,
        r#"{"role": "user", "alternates": [{"text": "Hi"}], "content": "Hi"}"#,
        r#"{"id": "1", "role": "user", "alternates": [{"text": "Hi"}]}"#,
    ] {
        agree("", message, false);
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses_of_memory() {
    let checkpoints = r#"[{"end": 0, "summary": {"text": "x", "kind": "written"}}, {"end": 1}]"#;
    agree(&format!(r#", "summary": {{"checkpoints": {checkpoints}}}"#), GOOD, true);
    for (fact, is_good) in [
        (r#""text": "x", "scope": "character", "importance": 5"#, true),
        (r#""text": "x", "scope": "character", "importance": 6"#, false),
        (r#""text": " ", "scope": "character", "importance": 5"#, false),
        (r#""text": "x", "scope": "world", "importance": 5"#, false),
    ] {
        agree(&format!(r#", "facts": [{{{fact}, "kind": "pinned"}}]"#), GOOD, is_good);
    }
    let id = "00000000-0000-7000-8000-0000000000a1";
    let message = GOOD.replacen('{', &format!(r#"{{"id": "{id}", "#), 1);
    let exchange = format!(r#""messages": [{{"message": "{id}", "alternate": 0}}]"#);
    for (edit, is_good) in [
        (r#""tags": ["a"], "priority": null"#, true),
        (r#""priority": 1.01"#, false),
        (r#""tags": [""]"#, false),
        (r#""tags": [1]"#, false),
        (r#""priority": 1, "text": "x""#, false),
    ] {
        let edits = format!(r#", "memory_edits": [{{{exchange}, {edit}}}]"#);
        agree(&edits, &message, is_good);
    }
    for (past, is_good) in [
        (
            r#""origin": "messages", "at": null, "emotion": null, "source": {"title": null}"#,
            true,
        ),
        (r#""origin": "conversation""#, false),
        (r#""origin": "book", "at": "1900""#, false),
        (
            r#""origin": "book", "emotion": {"valence": 0, "arousal": 0, "label": "bliss"}"#,
            false,
        ),
        (r#""origin": "book", "emotion": {"valence": 0, "arousal": 0}"#, false),
        (r#""origin": "book", "source": {"exchange": ["a"]}"#, false),
        (r#""origin": "book", "id": "x""#, false),
    ] {
        agree(&format!(r#", "past": [{{"text": "x", {past}}}]"#), GOOD, is_good);
    }
    agree(r#", "relationship": {"locked": ["trust"], "events": []}"#, GOOD, true);
    for fields in [
        r#", "summary": {"anything": [1]}"#,
        r#", "summary": {"checkpoints": [{"end": -1}]}"#,
        r#", "exclusions": {"blocked": ["00"]}"#,
        r#", "relationship": {"enabled": ["trust"]}"#,
    ] {
        agree(fields, GOOD, false);
    }
}
