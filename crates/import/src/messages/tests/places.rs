//! Folders and archives as the services hand them out.

use std::io::Write;
use std::path::Path;

use zip::write::SimpleFileOptions;

use super::{of_files, read_with};
use crate::messages::export::Export;
use crate::messages::{Options, ReadError};

fn part(times: &[i64]) -> String {
    let messages: Vec<String> = times
        .iter()
        .map(|time| format!(r#"{{"sender_name":"J","timestamp_ms":{time}000,"content":"{time}"}}"#))
        .collect();
    format!(
        r#"{{"participants":[{{"name":"J"}}],"messages":[{}]}}"#,
        messages.join(",")
    )
}

#[test]
fn parts_of_a_conversation_are_put_in_order_whichever_way_they_are_numbered() {
    for names in [
        ["message_1", "message_2", "message_10"],
        ["message_10", "message_2", "message_1"],
    ] {
        let texts = [part(&[90, 80, 70]), part(&[60, 50]), part(&[40, 30])];
        let names = names.map(|name| format!("inbox/j_1/{name}.json"));
        let files: Vec<(&str, &str)> = names
            .iter()
            .zip(&texts)
            .map(|(name, text)| (name.as_str(), text.as_str()))
            .collect();
        let (kept, _) = of_files(&files).unwrap();
        let texts: Vec<&str> = kept.iter().map(|(_, _, text)| text.as_str()).collect();
        assert_eq!(texts, ["30", "40", "50", "60", "70", "80", "90"]);
    }
}

#[test]
fn messages_of_one_second_keep_their_order_when_the_newest_stands_first() {
    let text = r#"{"messages":[{"sender_name":"J","timestamp_ms":2000,"content":"c"},{"sender_name":"J","timestamp_ms":1000,"content":"b"},{"sender_name":"J","timestamp_ms":1000,"content":"a"}]}"#;
    let (kept, _) = of_files(&[("message_1.json", text)]).unwrap();
    let texts: Vec<&str> = kept.iter().map(|(_, _, text)| text.as_str()).collect();
    assert_eq!(texts, ["a", "b", "c"]);
}

fn archive(path: &Path, files: &[(&str, &str)]) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, text) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap();
}

const SLACK: [(&str, &str); 5] = [
    (
        "users.json",
        r#"[{"id":"U1","name":"mara","profile":{"real_name":"Mara Voss","display_name":""}}]"#,
    ),
    ("channels.json", r#"[{"id":"C1","name":"general"}]"#),
    (
        "general/2023-03-11.json",
        r#"[{"type":"message","user":"U1","text":"one","ts":"1678575527.000005"}]"#,
    ),
    (
        "general/2023-03-12.json",
        r#"[{"type":"message","user":"U1","text":"two","ts":"1678675527.000005"}]"#,
    ),
    (
        "__MACOSX/general/._2023-03-12.json",
        r#"[{"type":"message","user":"U1","text":"no","ts":"1678675527.000005"}]"#,
    ),
];

#[test]
fn an_archive_and_a_folder_give_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("slack.zip");
    archive(&path, &SLACK);
    let inside = folder.path().join("inside");
    for (name, text) in SLACK {
        let path = inside.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let expected: Vec<_> = [("2023-03-11T22:58:47Z", "one"), ("2023-03-13T02:45:27Z", "two")]
        .map(|(time, text)| ("Mara Voss".to_owned(), time.to_owned(), text.to_owned()))
        .into();
    for path in [path, inside] {
        let (kept, report) = read_with(&mut Export::open(&path).unwrap(), &Options::default()).unwrap();
        assert_eq!(kept, expected);
        assert_eq!(report.files_ignored, 2);
    }
}

#[test]
fn an_archive_that_is_cut_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.zip");
    archive(&path, &SLACK);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let refused = Export::open(&path).err().unwrap();
    assert!(
        matches!(&refused, ReadError::Refused(reason) if reason.contains("not a whole ZIP")),
        "{refused}"
    );
}

#[test]
fn an_archive_that_claims_too_many_files_is_refused_before_they_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.zip");
    let mut bytes = b"PK\x03\x04".to_vec();
    let mut record = vec![0; 56];
    record[..4].copy_from_slice(b"PK\x06\x06");
    record[32..40].copy_from_slice(&10_000_000_u64.to_le_bytes());
    bytes.extend(record);
    bytes.extend(b"PK\x06\x07");
    bytes.extend([0; 16]);
    bytes.extend(b"PK\x05\x06");
    bytes.extend([0xff; 18]);
    std::fs::write(&path, bytes).unwrap();
    let refused = Export::open(&path).err().unwrap();
    assert!(
        matches!(&refused, ReadError::Refused(reason) if reason.contains("more than 200000 files")),
        "{refused}"
    );
}

#[test]
fn warnings_name_the_file_that_was_chosen_and_not_the_folder_around_it() {
    let folder = tempfile::tempdir().unwrap();
    let around = folder.path().join("0193b3a0-7c1e-7000-8000-000000000001");
    std::fs::create_dir(&around).unwrap();
    let chosen = around.join("Chat with Mara.txt");
    std::fs::write(&chosen, "01/02/2020, 10:00 - Mara: one\n").unwrap();
    let (_, report) = read_with(&mut Export::open(&chosen).unwrap(), &Options::default()).unwrap();
    let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings[0].starts_with("Chat with Mara.txt: "), "{warnings:?}");
    // In a folder that was chosen, it is the place within.
    let (_, report) = read_with(&mut Export::open(folder.path()).unwrap(), &Options::default()).unwrap();
    let warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    let place = "0193b3a0-7c1e-7000-8000-000000000001/Chat with Mara.txt: ";
    assert!(warnings[0].starts_with(place), "{warnings:?}");
}

#[cfg(unix)]
#[test]
fn links_in_a_folder_lead_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let (inside, outside) = (folder.path().join("inside"), folder.path().join("outside"));
    std::fs::create_dir(&inside).unwrap();
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("chat.txt"), "17/09/2019, 16:37 - Peter: secret\n").unwrap();
    std::os::unix::fs::symlink(&outside, inside.join("folder")).unwrap();
    std::os::unix::fs::symlink(outside.join("chat.txt"), inside.join("chat.txt")).unwrap();
    std::os::unix::fs::symlink(&inside, inside.join("round")).unwrap();
    let result = read_with(&mut Export::open(&inside).unwrap(), &Options::default());
    assert!(matches!(result, Err(ReadError::Nothing(0))));
}
