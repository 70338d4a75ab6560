//! Conversations as they come from disks: of other programs, which are told by name and bring nothing, and our own with the damage
//! that files take on their way.

use super::*;

/// A chat of SillyTavern: a header, then a message a line, without a newline at the end.
const HEADER: &str = r#"{"chat_metadata": {"integrity": "5c1e"}, "user_name": "unused", "character_name": "unused"}"#;
const LINES: &str = r#"{"name": "Ida", "is_user": false, "send_date": "2026-03-01T10:00:00Z", "mes": "*nods* Hm.", "swipes": ["*nods* Hm.", "No."], "swipe_id": 0}
{"name": "Me", "is_user": true, "send_date": "April 2, 2026 9:15am", "mes": "Why?"}"#;

#[tokio::test]
async fn conversations_of_other_programs_are_named_and_bring_nothing() {
    let house = House::new().await;
    let whole = format!("{HEADER}\n{LINES}");
    let risu =
        r#"{"type": "risuChat", "ver": 2, "data": {"message": [{"role": "char", "data": "Hm."}], "fmIndex": -1}}"#;
    let agnai =
        r#"{"name": "Out", "greeting": "Hm.", "sampleChat": "", "messages": [{"handle": "Me", "msg": "Why?"}]}"#;
    for (what, text, program) in [
        ("whole", whole.clone(), "SillyTavern"),
        ("with newlines at its end", format!("{whole}\n\n\n"), "SillyTavern"),
        (
            "cut in its last line",
            whole[..whole.len() - 9].to_owned(),
            "SillyTavern",
        ),
        (
            "with a broken header",
            format!("{{\"chat_metadata\":{{\"integ\n{LINES}"),
            "SillyTavern",
        ),
        ("with a byte order mark", format!("\u{feff}{whole}"), "SillyTavern"),
        ("with CRLF", whole.replace('\n', "\r\n"), "SillyTavern"),
        ("with nothing but a header", HEADER.to_owned(), "SillyTavern"),
        ("without a header", LINES.to_owned(), "SillyTavern"),
        ("of RisuAI", risu.to_owned(), "RisuAI"),
        ("of Agnai", agnai.to_owned(), "Agnai"),
    ] {
        let error = house.import_text(&text).await.unwrap_err();
        assert_eq!(error.code, "file_foreign", "{what}: {error}");
        assert!(error.message.contains(program), "{what}: {error}");
        assert!(error.message.contains("Nothing was imported"), "{what}: {error}");
    }
    assert_eq!(house.count().await.0, 0);
}

async fn texts_of(house: &House, text: &str) -> Vec<String> {
    let report = house.import_text(text).await.unwrap();
    let messages = house.messages(report.conversation_id).await;
    messages.into_iter().map(|message| message.text).collect()
}

#[tokio::test]
async fn our_own_files_come_in_whatever_their_line_ends_and_marks() {
    let house = House::new().await;
    let talk = "Sherlock Holmes: Evening.\nYou: Late again?\nSherlock Holmes: (nods)";
    let markdown = "# Fog\n\n## Sherlock Holmes\n\nEvening.\n\n## You\n\nLate again?\n\n## Sherlock Holmes\n\n(nods)";
    let save = r#"{"format": "characterchat.save", "version": "3.0", "character": {"id": "sherlock_holmes"}, "messages": [
        {"role": "character", "alternates": [{"text": "Evening."}]}, {"role": "user", "alternates": [{"text": "Late again?"}]},
        {"role": "character", "alternates": [{"text": "(nods)"}]}]}"#;
    let pairs = r#"{"version": "2.0", "character": "sherlock_holmes", "history": [{"role": "assistant", "content": "Evening."},
        {"role": "user", "content": "Late again?"}, {"role": "assistant", "content": "(nods)"}]}"#;
    for whole in [talk, markdown, save, pairs] {
        for (what, text) in [
            ("as it is", whole.to_owned()),
            ("with newlines at its end", format!("{whole}\n\n\n")),
            ("with a byte order mark", format!("\u{feff}{whole}")),
            ("with CRLF", whole.replace('\n', "\r\n")),
        ] {
            let texts = texts_of(&house, &text).await;
            assert_eq!(texts, ["Evening.", "Late again?", "(nods)"], "{what}: {whole:.40}");
        }
    }
}

#[tokio::test]
async fn a_save_that_is_cut_off_is_refused_wherever_that_is() {
    let house = House::new().await;
    for length in (2..SAVE.len())
        .step_by(37)
        .filter(|length| SAVE.is_char_boundary(*length))
    {
        let error = house.import_text(&SAVE[..length]).await.unwrap_err();
        let is_known = matches!(error.code, "file_invalid" | "file_foreign");
        assert!(
            is_known && error.message.contains("Nothing was imported"),
            "{length}: {error}"
        );
    }
    assert_eq!(house.count().await.0, 0);
    let empty =
        r#"{"format": "characterchat.save", "version": "3.0", "character": {"id": "sherlock_holmes"}, "messages": []}"#;
    assert_eq!(
        texts_of(&house, empty).await,
        Vec::<String>::new(),
        "an empty conversation is no error"
    );
}
