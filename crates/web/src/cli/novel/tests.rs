//! Places in a plan, in books whose letters are counted differently by different programs.

use serde_json::Value;

use super::*;

/// A tale with letters that are two units of UTF-16, four bytes, or composed of two.
const TALE: &str = "CHAPTER I\n\n“Cafe\u{301} 😀,” said Zoe\u{308}. “𝔊ut.”\n\nShe lit a lamp 🪔 and looked at the sea, which was grey and very wide.\n\n\
    CHAPTER II\n\n“I am here,” Zoe\u{308} said; “and nobody\u{a0}else.”\n\nIt rained on the roof of the small house until the morning came.\n";

/// What is printed of a book in a file with these bytes.
fn printed(name: &str, bytes: &[u8]) -> (String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    let book = open(&path).unwrap();
    let whole: Value = serde_json::from_str(&as_json(&WholeBook::of(&book)).unwrap()).unwrap();
    let texts = whole["chapters"].as_array().unwrap();
    let texts: Vec<&str> = texts.iter().map(|chapter| chapter["text"].as_str().unwrap()).collect();
    let text = texts.join("\n\n");
    let read = ReadNovel::new(book, "Zoë", None).unwrap();
    (
        text,
        serde_json::from_str(&as_json(&PlanView::of(&read)).unwrap()).unwrap(),
    )
}

#[track_caller]
fn addresses_the_text(name: &str, bytes: &[u8]) {
    let (text, plan) = printed(name, bytes);
    let letters: Vec<char> = text.chars().collect();
    let cut = |one: &Value| -> String {
        let place = |key: &str| usize::try_from(one[key].as_u64().unwrap()).unwrap();
        letters[place("start")..place("end")].iter().collect()
    };
    let spoken: Vec<String> = plan["quotations"].as_array().unwrap().iter().map(cut).collect();
    assert_eq!(spoken, ["“Café 😀,”", "“𝔊ut.”", "“I am here,”", "“and nobody else.”"]);
    let speakers: Vec<&Value> = plan["quotations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["speaker"])
        .collect();
    assert_eq!(speakers, ["Zoë"; 4]);
    let chunks: Vec<String> = plan["chunks"].as_array().unwrap().iter().map(cut).collect();
    assert_eq!(chunks.join("\n\n"), text);
    assert!(
        chunks.len() == 2 && !text.contains(['\r', '\u{feff}', '\u{a0}', '\u{301}']),
        "{text:?}"
    );
}

#[test]
fn places_of_a_plan_count_characters_in_every_kind_of_file() {
    addresses_the_text("tale.txt", TALE.as_bytes());
    addresses_the_text("tale.txt", TALE.replace('\n', "\r\n").as_bytes());
    addresses_the_text("tale.txt", TALE.replace('\n', "\r").as_bytes());
    addresses_the_text("tale.txt", format!("\u{feff}{}", TALE.replace('\n', "\r\n")).as_bytes());
    let wide =
        |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { format!("\u{feff}{TALE}").encode_utf16().flat_map(bytes).collect() };
    addresses_the_text("tale.txt", &wide(u16::to_le_bytes));
    addresses_the_text("tale.txt", &wide(u16::to_be_bytes));
    let page: String = TALE
        .split("\n\n")
        .map(|part| match part.starts_with("CHAPTER") {
            true => format!("<h2>{part}</h2>\r\n"),
            false => format!(
                "<p>{}</p>\r\n",
                part.replace('😀', "&#x1F600;").replace('\u{a0}', "&nbsp;")
            ),
        })
        .collect();
    addresses_the_text(
        "tale.html",
        format!("\u{feff}<html><body>{page}</body></html>").as_bytes(),
    );
}
