//! Files that are broken, too large, too deep, of others, or made to do harm.

use proptest::prelude::*;

use super::{file, problems};
use crate::{ImportError, Source, read};

const MESSAGE: &str = r#"{"role": "user", "alternates": [{"text": "Hi"}]}"#;

#[test]
fn all_that_is_wrong_is_told_at_once_with_its_place() {
    let text = file(
        r#", "id": "x", "title": "two\nlines", "language": "t r", "persona": {"name": " ", "age": 5}, "created_at": 7, "summary": "\ud800", "branches": [5, {"draft": 1, "messages": {}}], "title": "again""#,
        r#"{"role": "system", "alternates": [{"text": 5}]}, 7, {"role": "user", "chosen": 1, "alternates": [{"text": "a", "state": "new"}]}, {"role": "user", "alternates": [{"text": "\udfff"}]}"#,
    );
    let mut found = problems(&text);
    found.sort();
    let mut expected = vec![
        "branches[0]: this must be a conversation, not a number",
        "branches[1].draft: this must be a text, not a number",
        "branches[1].messages: this must be a list of messages, not an object",
        "created_at: this must be a text, not a number",
        "id: this is not an id (a UUID with hyphens)",
        "language: this is not the tag of a language, such as en or pt-BR",
        "messages[0].alternates[0].text: this must be a text, not a number",
        "messages[0].role: this must be user or character",
        "messages[1]: this must be an object, not a number",
        "messages[2].alternates[0].state: this must be complete or cut_short",
        "messages[2].chosen: this must be a whole number below 1",
        "messages[3]: this cannot be read: a half of a character, such as \\ud83d, stands without its other half, such as \\ude00, before \
         line 1 column 48: write both halves or the character itself",
        "persona.age: there is no field of this name",
        "persona.name: the name is blank",
        "summary: this cannot be read: a half of a character, such as \\ud83d, stands without its other half, such as \\ude00, before \
         line 1 column 8: write both halves or the character itself",
        "title: this stands twice",
    ];
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn fifty_problems_are_listed_and_the_rest_is_counted() {
    let text = file("", &vec!["{}"; 100].join(","));
    match read(&text.as_bytes(), 1 << 20) {
        Err(ImportError::Invalid(problems)) => assert_eq!((problems.listed.len(), problems.more), (50, 150)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_character_that_is_a_path_is_refused() {
    let long = "a".repeat(10_001);
    for hostile in [
        "",
        ".",
        "..",
        "a/../..",
        "../../etc/passwd",
        "a\\\\b",
        "a\\u0000b",
        "%2e%2e",
        "con",
        "Ünal",
        &long,
    ] {
        let text = file("", MESSAGE).replace("\"nemo\"", &format!("\"{hostile}\""));
        let problems = problems(&text);
        assert!(problems[0].starts_with("character.id: "), "{problems:?}");
    }
}

#[test]
fn branches_begin_in_conversations_of_the_file_and_never_in_themselves() {
    let [one, two, other] = [1, 2, 3].map(|id| format!("00000000-0000-7000-8000-00000000000{id}"));
    let of = |first: &str, branch: &str| {
        file(
            &format!(
                r#", "id": "{one}", "branched_from": {{"conversation": "{first}", "position": 0}}, "branches": [{{"id": "{two}", "branched_from": {{"conversation": "{branch}", "position": 0}}, "messages": []}}]"#
            ),
            MESSAGE,
        )
    };
    assert_eq!(
        problems(&of(&two, &one)),
        ["branched_from: the conversation begins in itself"]
    );
    assert_eq!(
        problems(&of(&one, &one)),
        ["branched_from: the conversation begins in itself"]
    );
    let missing = problems(&of(&other, &one));
    assert_eq!(
        missing,
        ["branched_from.conversation: there is no conversation of this id in the file"]
    );
    let twice = of(&two, &other).replace(&two, &one);
    assert!(
        problems(&twice).contains(&"id: another conversation has the same id".to_owned()),
        "{twice}"
    );
}

#[test]
fn sizes_and_depth_are_bounded_by_what_is_read() {
    let deep = |levels: usize| {
        file(
            &format!(r#", "memories": {}{}"#, "[".repeat(levels), "]".repeat(levels)),
            MESSAGE,
        )
    };
    assert!(read(&deep(127).as_bytes(), 1 << 20).is_ok());
    for levels in [128, 100_000] {
        assert_eq!(
            problems(&deep(levels)),
            [": the file nests more than 128 levels deep"],
            "{levels}"
        );
    }
    let text = file("", MESSAGE);
    let size = text.len() as u64;
    assert!(read(&text.as_bytes(), size).is_ok());
    match read(&text.as_bytes(), size - 1) {
        Err(ImportError::Invalid(problems)) => {
            assert!(problems.listed[0].reason.starts_with("the file is larger than"))
        }
        other => panic!("{other:?}"),
    }
    let long = file(&format!(r#", "title": "{}""#, "a".repeat(201)), MESSAGE);
    assert_eq!(problems(&long), ["title: the text is longer than 200 characters"]);
}

#[test]
fn files_of_others_are_named() {
    let sillytavern = "{\"chat_metadata\":{\"integ\n{\"name\": \"Lora\", \"is_user\": false, \"mes\": \"x\"}";
    for (text, program) in [
        (sillytavern, "SillyTavern (JSON lines)"),
        (
            "\u{feff}{\"chat_metadata\": {}, \"user_name\": \"unused\"}",
            "SillyTavern (JSON lines)",
        ),
        ("{\"type\": \"risuChat\", \"ver\": 2, \"data\": {}}", "RisuAI"),
        (
            "{\"name\": \"E\", \"sampleChat\": \"\", \"messages\": [{\"msg\": \"x\"}]}",
            "Agnai",
        ),
    ] {
        assert!(
            matches!(read(&text.as_bytes(), 1 << 20), Err(ImportError::Foreign(found)) if found == program),
            "{text}"
        );
    }
    for text in ["{}", "[1]", "{\"a\": 1}", "[]"] {
        assert!(
            matches!(read(&text.as_bytes(), 1 << 20), Err(ImportError::Unknown)),
            "{text}"
        );
    }
    assert!(matches!(
        read(&b"PK\x03\x04".as_slice(), 1 << 20),
        Err(ImportError::Archive)
    ));
    assert!(matches!(
        read(&b"\x89PNG\r\n\x1a\n\0\0".as_slice(), 1 << 20),
        Err(ImportError::Unknown)
    ));
    assert_eq!(problems(" \n"), [": the file is empty"]);
    assert_eq!(
        problems(&file("", MESSAGE).replace("3.0", "3.1")),
        ["version: version 3.1 is not supported; 1.0, 2.0 and 3.0 are"]
    );
}

#[test]
fn somebody_may_speak_of_other_programs() {
    let text = file("", MESSAGE).replace("Hi", "say \\\"chat_metadata\\\" and \\\"mes\\\" \\\"is_user\\\"");
    assert!(read(&text.as_bytes(), 1 << 20).is_ok());
}

/// Gives a few bytes, then fails as a disk does.
struct Failing;

impl Source for Failing {
    fn open(&self) -> std::io::Result<Box<dyn std::io::Read + '_>> {
        struct Broken(usize);
        impl std::io::Read for Broken {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                if self.0 == 0 {
                    return Err(std::io::ErrorKind::TimedOut.into());
                }
                self.0 -= 1;
                buffer[0] = b'{';
                Ok(1)
            }
        }
        Ok(Box::new(Broken(1)))
    }
}

#[test]
fn a_disk_that_fails_is_not_the_files_fault() {
    assert!(matches!(read(&Failing, 1 << 20), Err(ImportError::Unreadable(_))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// Anything may be wrong with a file; reading it ends in data or an error, and what comes in keeps its bounds.
    #[test]
    fn changed_files_never_break_the_reader(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..8),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        let mut bytes = file(
            r#", "id": "00000000-0000-7000-8000-000000000001", "title": "T", "persona": {"name": "A", "description": "b"}, "summary": {"checkpoints": [{"end": 1, "summary": {"text": "x", "kind": "written"}}]}, "facts": [{"text": "x", "kind": "automatic", "scope": "conversation", "importance": 3, "checkpoint": 0, "sources": [{"message": "00000000-0000-7000-8000-000000000002"}]}], "branches": [{"messages": [{"role": "user", "alternates": [{"text": "x"}]}]}]"#,
            r#"{"id": "00000000-0000-7000-8000-000000000002", "role": "character", "created_at": "2026-01-02T03:04:05.006+03:00", "chosen": 1, "alternates": [{"text": "a \"b\" \\ é"}, {"text": "c", "state": "cut_short", "model": "m", "reasoning": "r"}]}"#,
        ).into_bytes();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                _ => {
                    let piece: Vec<u8> = bytes[at..(at + 20).min(bytes.len())].to_vec();
                    let to = usize::from(byte) % bytes.len();
                    bytes.splice(to..to, piece);
                }
            }
        }
        if is_cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        match read(&bytes.as_slice(), 1 << 20) {
            Ok(crate::Import::Save(save)) => {
                prop_assert!(save.file.to_json().is_some());
                for message in save.file.conversations.iter().flat_map(|conversation| &conversation.messages) {
                    prop_assert!((message.chosen as usize) < message.alternates.len());
                }
            }
            Ok(crate::Import::Transcript(transcript)) => prop_assert!(!transcript.speeches.is_empty()),
            Err(ImportError::Invalid(problems)) => prop_assert!(!problems.are_none()),
            Err(ImportError::Unreadable(error)) => prop_assert!(false, "{error}"),
            Err(_) => {}
        }
    }
}
