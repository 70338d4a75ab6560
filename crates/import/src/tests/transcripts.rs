//! Plain transcripts.

use engine::conversation::Role;
use engine::save_file::{SavedTime, markdown};

use super::LARGEST;
use crate::transcript::Transcript;
use crate::{Import, ImportError, read};

fn transcript(text: &str) -> Transcript {
    match read(&text.as_bytes(), LARGEST) {
        Ok(Import::Transcript(transcript)) => transcript,
        other => panic!("{other:?}\n{text:.2000}"),
    }
}

fn said(transcript: &Transcript) -> Vec<(&str, &str)> {
    let speeches = transcript.speeches.iter();
    speeches
        .map(|speech| (speech.speaker.as_str(), speech.text.as_str()))
        .collect()
}

#[test]
fn our_own_markdown_comes_back() {
    let time = SavedTime::parse("2026-01-02T03:04:05+03:00");
    let spoken = [
        ("Nemo", time, "*waits*\n\n## not a speaker\n\\# x\n> quote"),
        ("Ayşe · diver", None, "Hi: there"),
        ("Nemo", SavedTime::parse("2026-01-02T00:04:06Z"), "Good."),
    ];
    let mut text = markdown::head("An evening");
    for (speaker, time, words) in spoken {
        text.push_str(&markdown::message(speaker, time, words));
    }
    for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}{text}")] {
        let found = transcript(&text);
        assert_eq!(found.title, "An evening");
        assert_eq!(said(&found), spoken.map(|(speaker, _, words)| (speaker, words)));
        let times: Vec<_> = found.speeches.iter().map(|speech| speech.at).collect();
        assert_eq!(times, spoken.map(|(_, time, _)| time));
        assert_eq!(
            found.roles("nemo").unwrap(),
            [Role::Character, Role::User, Role::Character]
        );
        assert_eq!(found.reader_name("Nemo"), Some("Ayşe · diver"));
        assert!(found.repaired.is_empty());
    }
}

#[test]
fn lines_with_names_are_speeches() {
    let found = transcript(
        "From my notebook\n\nNemo: Evening.\nLook: a light!\n\n**You:** Where?\nNemo: There.\nhttps://a.example/x\n",
    );
    assert_eq!(
        said(&found),
        [
            ("Nemo", "Evening.\nLook: a light!"),
            ("You", "Where?"),
            ("Nemo", "There.\nhttps://a.example/x")
        ]
    );
    assert_eq!(
        found.repaired,
        [
            "lines that begin with \"Look:\" were taken for words of the speaker before them, since each stands there once",
            "what stands before the first speaker was left out"
        ]
    );
    assert_eq!(
        found.roles("NEMO").unwrap(),
        [Role::Character, Role::User, Role::Character]
    );
    assert_eq!(found.reader_name("Nemo"), None);
    assert!(found.has_speaker("nemo") && !found.has_speaker("Clara"));
    let generic = transcript("User: Hi\nAssistant: Hello.\n");
    assert_eq!(generic.roles("Nemo").unwrap(), [Role::User, Role::Character]);
}

/// The words of one who speaks once were given to the speaker before, without a word.
#[test]
fn one_who_speaks_once_beside_the_character_is_the_reader() {
    let found = transcript("Sherlock Holmes: Good day.\nClara: Hello\nSherlock Holmes: ok\n");
    assert_eq!(
        said(&found),
        [
            ("Sherlock Holmes", "Good day."),
            ("Clara", "Hello"),
            ("Sherlock Holmes", "ok")
        ]
    );
    assert_eq!(
        found.roles("Sherlock Holmes").unwrap(),
        [Role::Character, Role::User, Role::Character]
    );
    assert_eq!(found.reader_name("Sherlock Holmes"), Some("Clara"));
    assert_eq!(
        found.repaired,
        ["\"Clara:\" begins a single line; it was taken for the other speaker"]
    );
    let two = transcript("Clara: Hello\nSherlock Holmes: Good day.\n");
    assert_eq!(two.roles("Sherlock Holmes").unwrap(), [Role::User, Role::Character]);
    let many = transcript("Nemo: Listen.\nFirst: the sea.\nSecond: the ship.\nNemo: That is all.\n");
    assert_eq!(many.speeches.len(), 2);
    assert!(
        many.repaired[0].contains("\"First:\", \"Second:\""),
        "{:?}",
        many.repaired
    );
}

#[test]
fn a_text_of_others_or_of_nobody_is_refused() {
    for text in ["just words", "a b c d e f g h: words"] {
        assert!(
            matches!(read(&text.as_bytes(), LARGEST), Err(ImportError::Invalid(_))),
            "{text}"
        );
    }
    let three = transcript("Nemo: a\nClara: b\nConan: c\nClara: d\nConan: e\nNemo: f");
    match three.roles("Nemo") {
        Err(ImportError::Invalid(problems)) => {
            assert_eq!(problems.listed[0].path, "line 3");
            assert_eq!(problems.listed[0].reason, "Conan speaks besides Nemo and Clara");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(three.roles("Holmes"), Err(ImportError::Invalid(_))));
    assert!(matches!(
        read(&b"Nemo: \xff\xfe".as_slice(), LARGEST),
        Err(ImportError::Invalid(_))
    ));
}
