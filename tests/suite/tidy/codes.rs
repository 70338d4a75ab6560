//! Codes of errors, as the sources write them, and the words for them in the message catalogue.

use std::collections::BTreeSet;

use super::sources::{Source, sources};

/// Codes that are only told where there is no page: at the start of the program and on the command line.
const BEFORE_A_PAGE: [&str; 10] = [
    "config_broken",
    "data_folder_in_use",
    "events_lost",
    "job_paused",
    "last_turn_failed",
    "no_data_folder",
    "no_resources",
    "port_taken",
    "turn_failed",
    "ui_missing",
];
/// Codes that the page itself gives: nobody answers, nobody let it in, and an error that it does not know.
const OF_THE_PAGE: [&str; 3] = ["unreachable", "not_signed_in", "other"];

/// Where the catalogue and the program do not fit together.
pub fn faults() -> Vec<String> {
    let all = sources(
        &[
            "crates/app/src",
            "crates/llm/src",
            "crates/store/src",
            "crates/web/src",
            "src-tauri/src",
        ],
        &["rs"],
    );
    let mut faults = Vec::new();
    let mut sent = BTreeSet::new();
    for source in all.iter().filter(|source| !is_test(&source.path)) {
        let found = codes(source);
        sent.extend(found.codes);
        faults.extend(found.untold);
    }
    if sent.len() < 60 {
        faults.push(format!("only {} codes were found: {sent:?}", sent.len()));
    }
    let worded = worded();
    let has_no_page = |code: &str| BEFORE_A_PAGE.contains(&code);
    let wordless = sent
        .iter()
        .filter(|code| !has_no_page(code) && !worded.contains(code.as_str()));
    faults.extend(wordless.map(|code| format!("the catalogue has no words for {code} (ui/src/i18n)")));
    let is_said = |code: &str| sent.contains(code) || OF_THE_PAGE.contains(&code);
    let known = worded.iter().map(String::as_str).chain(BEFORE_A_PAGE);
    faults.extend(
        known
            .filter(|code| !is_said(code))
            .map(|code| format!("nothing sends {code}")),
    );
    faults
}

fn is_test(path: &str) -> bool {
    path.contains("/tests/") || path.ends_with("/tests.rs") || path.ends_with("/testing.rs")
}

/// Codes with both a title and a thing to do in the English catalogue; the compiler keeps the others complete.
fn worded() -> BTreeSet<String> {
    let catalogue: String = sources(&["ui/src/i18n"], &["ts"])
        .into_iter()
        .filter(|source| source.path.ends_with(".en.ts"))
        .map(|source| source.text)
        .collect();
    let with = |part: &str| -> BTreeSet<String> {
        let rests = catalogue.split("'error.").skip(1);
        let ending = format!(".{part}'");
        rests
            .filter_map(|rest| Some(rest.split_once(ending.as_str())?.0))
            .filter(|code| is_code(code))
            .map(str::to_owned)
            .collect()
    };
    &with("title") & &with("todo")
}

#[derive(Default)]
struct Found {
    codes: BTreeSet<String>,
    /// Places where an error's code cannot be told from the text.
    untold: Vec<String>,
}

/// The codes in a source: the first argument of `Error::new`, the field `code`, and what a function or a binding named `code` comes
/// to.
fn codes(source: &Source) -> Found {
    let text = source
        .text
        .split("\n#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let mut found = Found::default();
    let branches = branches(text);
    for (at, _) in text.match_indices("Error::new(") {
        let is_named = text[..at].ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        let argument = text[at + "Error::new(".len()..].trim_start();
        let is_of_io = text[..at].ends_with("io::") || argument.starts_with("ErrorKind");
        if is_named || is_of_io {
            continue;
        }
        if let Some(code) = literal(argument) {
            found.codes.insert(code.to_owned());
        } else if !argument.starts_with("error.code") && branches.is_empty() && !source.path.contains("/cli/") {
            let line = text[..at].lines().count();
            found
                .untold
                .push(format!("{}:{line}: which code is this?", source.path));
        }
    }
    // An error's own file makes some by itself.
    let markers: &[&str] = if source.path.ends_with("/error.rs") {
        &[" code: ", "Self::new("]
    } else {
        &[" code: "]
    };
    for marker in markers {
        let rests = text.split(marker).skip(1);
        found
            .codes
            .extend(rests.filter_map(|rest| literal(rest.trim_start())).map(str::to_owned));
    }
    found.codes.extend(branches);
    found
}

/// The codes among which `fn code` or `let code = match` chooses.
fn branches(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &str| {
        let line = line.trim_start();
        ["pub fn code(&self)", "let code = match ", "let (code, "]
            .iter()
            .any(|start| line.starts_with(start))
            && line.ends_with('{')
    };
    let mut codes = BTreeSet::new();
    for (first, line) in lines.iter().enumerate().filter(|(_, line)| begins(line)) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let body = lines[first + 1..]
            .iter()
            .take_while(|line| !line.starts_with(&format!("{indent}}}")));
        for line in body {
            let words = line.split('"').skip(1).step_by(2);
            codes.extend(words.filter(|word| is_code(word)).map(str::to_owned));
        }
    }
    codes
}

/// The literal that a text begins with, if it could be a code.
fn literal(text: &str) -> Option<&str> {
    let code = text.strip_prefix('"')?.split('"').next()?;
    is_code(code).then_some(code)
}

fn is_code(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[test]
fn codes_are_found_in_every_form() {
    let text = r#"
pub fn code(&self) -> &'static str {
    match self {
        Self::Gone => "it_is_gone",
        Self::Other => {
            "other_things"
        }
    }
}
fn plain() -> Error {
    Error::new(
        "plain_code",
        "Some words.",
    );
    io::Error::new(ErrorKind::Other, "no_code");
    ErrorView { code: "in_a_view".to_owned() }
}
#[cfg(test)]
mod tests {
    fn made() { Error::new("of_a_test", "") }
}
"#;
    let source = |text: &str| Source {
        path: "a.rs".to_owned(),
        text: text.to_owned(),
    };
    let found = codes(&source(text));
    let expected = ["in_a_view", "it_is_gone", "other_things", "plain_code"];
    assert_eq!(found.codes.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(found.untold, Vec::<String>::new());
    let hidden = codes(&source("fn hidden(word: &'static str) { Error::new(word, \"\") }"));
    assert_eq!(hidden.untold, ["a.rs:1: which code is this?"]);
}
