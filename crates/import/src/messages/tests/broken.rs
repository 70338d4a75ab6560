//! Exports that are cut, mixed, hostile or of nobody's make.

use std::ops::ControlFlow;

use proptest::prelude::*;

use super::{check, of_files, read_with, skipped};
use crate::messages::export::Export;
use crate::messages::{Options, ReadError, Warning, read};

/// A beginning of each format, to be cut and mixed.
const STARTS: [(&str, &str); 12] = [
    (
        "a.txt",
        "17/09/2019, 16:37 - Peter: look\nmore\n18/09/2019, 16:37 - Ana: <Media omitted>\n",
    ),
    (
        "b.txt",
        "[16.09.25, 10:00:05] Lena: \u{200e}Bild weggelassen\n[16.09.25, 10:00:06] Lena: ja\n",
    ),
    (
        "chat.md",
        "[2019-05-29, 15:04] Me: How\n> x\n[2019-05-29, 15:20] Jim: I'm (- Aya: 😂 -)\n",
    ),
    (
        "c.txt",
        "May 17, 2022  5:29:42 PM\nMe\nHello\n    May 17, 2022  5:29:42 PM\n    A\n    b\n\n",
    ),
    (
        "d.xml",
        "<?xml version='1.0'?><smses><sms address=\"+15551234567\" date=\"1479160220813\" type=\"2\" body=\"Yup &#55357;&#56396;\"/></smses>",
    ),
    (
        "result.json",
        r#"{"name":"M","type":"personal_chat","messages":[{"type":"message","date_unixtime":"1697738863","from":"M","text":["a",{"text":"b"}]}]}"#,
    ),
    (
        "dce.json",
        r#"{"guild":{},"channel":{"name":"k"},"exportedAt":"x","messages":[{"type":"Default","timestamp":"2023-03-11T14:58:47.642-08:00","content":"hey <:p:1>","author":{"name":"m"}}]}"#,
    ),
    (
        "message_1.json",
        r#"{"messages":[{"sender_name":"J","timestamp_ms":1600000060000,"content":"caf\u00c3\u00a9"}]}"#,
    ),
    (
        "tweets.js",
        r#"window.YTD.tweets.part0 = [{"tweet":{"created_at":"Thu May 14 01:38:56 +0000 2020","full_text":"@a b &lt; c"}}]"#,
    ),
    (
        "messages.json",
        r#"{"messages":[{"creator":{"name":"K"},"created_date":"2015. február 15., vasárnap 21:54:36 UTC","text":"szia"}]}"#,
    ),
    (
        "general/2023-03-11.json",
        r#"[{"type":"message","user":"U1","text":"hi <@U1> &amp;","ts":"1678575527.000005"}]"#,
    ),
    (
        "e.csv",
        "AuthorID,Author,Date,Content,Attachments,Reactions\n1,m,2023-03-11T14:58:47-08:00,\"a\nb\",,\n",
    ),
];

#[test]
fn what_is_before_a_cut_is_kept_and_told() {
    let (name, text) = STARTS[5];
    let two = text.replace("}]}", "}]},{\"type\":\"message\",\"from\":\"M\",\"text\":\"cut he");
    let (kept, report) = of_files(&[(name, &two)]).unwrap();
    assert_eq!(
        kept,
        [("M".to_owned(), "2023-10-19T18:07:43Z".to_owned(), "ab".to_owned())]
    );
    assert!(
        matches!(&report.warnings[..], [Warning::CutShort { reason, .. }] if reason.contains("ends in the middle"))
    );
    let said = report.warnings[0].to_string();
    assert!(said.contains("is kept") && said.contains("export it again"), "{said}");
}

#[test]
fn a_chat_without_its_beginning_is_read_from_the_next_message() {
    let text = "of a cut message\n[1.9.19, 00:00:00] Peter: an old line in it\n17/09/2019, 16:37 - Ana: one\n18/09/2019, 16:37 - Ana: two\n";
    let kept = [("Ana", "2019-09-17T16:37", "one"), ("Ana", "2019-09-18T16:37", "two")];
    check("a.txt", text, &kept, &[("unreadable", 1)]);
}

#[test]
fn two_exports_in_one_file_are_both_read() {
    let (name, text) = STARTS[5];
    let (kept, report) = of_files(&[(name, &format!("{text}\n{text}"))]).unwrap();
    assert_eq!((kept.len(), report.warnings.len()), (2, 0));
}

#[test]
fn a_broken_file_does_not_spoil_the_others() {
    let (kept, report) = of_files(&[
        STARTS[7],
        ("x/message_1.json", r#"{"messages":[{"sender_name":"J","#),
        STARTS[0],
    ])
    .unwrap();
    assert_eq!(kept.len(), 2);
    assert_eq!(report.warnings.len(), 1);
}

#[test]
fn a_message_that_is_damaged_is_counted_and_the_next_one_read() {
    let text = r#"{"messages":[{"sender_name":"J","timestamp_ms":1600000060000,"content":"a\ud83d"},{"sender_name":5,"content":[]},7,{"sender_name":"J","timestamp_ms":"1600000061000","content":"b"}]}"#;
    let kept = [
        ("J", "2020-09-13T12:27:40Z", "a\u{fffd}"),
        ("J", "2020-09-13T12:27:41Z", "b"),
    ];
    check("message_1.json", text, &kept, &[("empty", 2)]);
}

#[test]
fn an_export_behind_another_is_kept_as_text_and_told() {
    let other: String = (10..40)
        .map(|minute| format!("[16.09.25, 10:{minute}:05] Lena: ja\n"))
        .collect();
    let (kept, report) = of_files(&[("a.txt", &format!("17/09/2019, 16:37 - Peter: look\n{other}"))]).unwrap();
    assert_eq!(kept.len(), 1);
    assert!(matches!(&report.warnings[..], [Warning::OtherStyle { lines: 30, .. }]));
}

#[test]
fn a_few_lines_of_another_export_and_json_behind_a_chat_are_told() {
    let chat: String = (10..59)
        .map(|minute| format!("17/09/2019, 16:{minute} - Peter: look at number {minute}\n"))
        .collect();
    let lines = |file: String| {
        let (kept, report) = of_files(&[("a.txt", &file)]).unwrap();
        assert_eq!(kept.len(), 49);
        match &report.warnings[..] {
            [] => 0,
            [Warning::OtherStyle { lines, .. }] => *lines,
            other => panic!("{other:?}"),
        }
    };
    let other: String = (10..16)
        .map(|minute| format!("[16.09.25, 10:{minute}:05] Lena: ja\n"))
        .collect();
    assert_eq!(lines(format!("{chat}{other}")), 6);
    let member = "  {\n   \"id\": 1,\n   \"type\": \"message\",\n   \"text\": \"hello\"\n  },\n".repeat(2);
    assert_eq!(lines(format!("{chat}{{\n \"messages\": [\n{member}]}}\n")), 7);
    // A quotation is none, nor is something in braces.
    assert_eq!(
        lines(format!(
            "{chat}[16.09.25, 10:10:05] Lena: ja\n\"look\": she said\n{{smile}}\n"
        )),
        0
    );
}

#[test]
fn nothing_is_said_to_be_nothing() {
    for files in [
        &[][..],
        &[("a.txt", "just a note\n")],
        &[("a.json", "{\"a\": 1}")],
        &[("a.bin", "\0\u{1}")],
    ] {
        assert!(matches!(of_files(files), Err(ReadError::Nothing(count)) if count == files.len()));
    }
}

#[test]
fn reading_stops_when_no_more_is_wanted() {
    for (name, text) in STARTS {
        let mut export = Export::of_files(vec![(name.to_owned(), text.as_bytes().to_vec())]);
        let result = read(&mut export, &Options::default(), &mut |_| ControlFlow::Break(()));
        assert!(matches!(result, Err(ReadError::Stopped)), "{name}");
    }
}

#[test]
fn each_beginning_is_read() {
    for (name, text) in STARTS {
        let (kept, report) = of_files(&[(name, text)]).unwrap();
        assert!(
            !kept.is_empty() && report.warnings.len() <= 1,
            "{name}: {kept:?} {:?}",
            skipped(&report)
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_follows_a_beginning_is_read_without_a_panic(
        which in 0..STARTS.len(),
        cut in 0.0..1.0_f64,
        other in 0..STARTS.len(),
        bytes in proptest::collection::vec(any::<u8>(), 0..60),
    ) {
        let (name, text) = STARTS[which];
        let mut all = text.as_bytes()[..(text.len() as f64 * cut) as usize].to_vec();
        all.extend(bytes);
        all.extend(STARTS[other].1.as_bytes());
        let whole = [text.as_bytes(), &all].concat();
        for bytes in [all, whole] {
            let mut export = Export::of_files(vec![(name.to_owned(), bytes)]);
            match read_with(&mut export, &Options::default()) {
                Ok((kept, _)) => prop_assert!(kept.iter().all(|(author, _, text)| !author.is_empty() && !text.trim().is_empty())),
                Err(ReadError::Nothing(_) | ReadError::ColumnsNeeded(_) | ReadError::Refused(_)) => {}
                Err(other) => return Err(TestCaseError::fail(format!("{other:?}"))),
            }
        }
    }
}

/// A name that held an escape was listed raw, could not be asked for, and made a character that could not be saved.
#[test]
fn a_name_with_control_characters_is_read_without_them() {
    let text = r#"{"participants":[{"name":"Ma\u001b[31mra\u0007\u0000"},{"name":"Ben"}],"messages":[
        {"sender_name":"Ben","timestamp_ms":1600000001000,"content":"are you there"},
        {"sender_name":"Ma\u001b[31mra\u0007\u0000","timestamp_ms":1600000002000,"content":"yes of course"},
        {"sender_name":"\u001b\u0007","timestamp_ms":1600000003000,"content":"nobody's"}],"thread_path":"inbox/a"}"#;
    let kept = [
        ("Ben", "2020-09-13T12:26:41Z", "are you there"),
        ("Ma[31mra", "2020-09-13T12:26:42Z", "yes of course"),
    ];
    let report = check("message_1.json", text, &kept, &[("empty", 1)]);
    let names: Vec<&str> = report.participants.keys().map(String::as_str).collect();
    assert_eq!(names, ["Ben", "Ma[31mra"]);
}
