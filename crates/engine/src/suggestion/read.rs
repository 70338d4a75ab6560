//! Reads a model's suggestions out of whatever it answered.

use serde_json::{Deserializer, Value};

use super::{COUNT, FIELDS, MOST_CHARS};

/// Longer answers are cut: nobody needs that much to find four short texts.
const MOST_ANSWER_BYTES: usize = 64 * 1024;
/// Fields that hold the text where each suggestion is an object.
const TEXT_FIELDS: [&str; 8] = [
    "text",
    "reply",
    "message",
    "content",
    "suggestion",
    "response",
    "option",
    "value",
];

/// Up to four suggestions, in the model's order: each in one line, of at most 200 characters, none twice. None at all when the
/// answer holds no list of any kind (a refusal, say, or a reply in the character's voice).
pub fn read(answer: &str, user_name: &str) -> Vec<String> {
    let answer = clipped(answer);
    let answer = without_thoughts(answer);
    let mut found = Vec::new();
    for text in candidates(answer) {
        let text = tidy(&text, user_name);
        if text.chars().any(char::is_alphanumeric) && !found.iter().any(|known: &String| same_words(known, &text)) {
            found.push(text);
        }
        if found.len() == COUNT {
            break;
        }
    }
    found
}

/// Whether two suggestions say the same, but for capitals and punctuation.
pub fn same_words(left: &str, right: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars()
            .filter(|letter| letter.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    letters(left) == letters(right)
}

fn clipped(answer: &str) -> &str {
    let mut end = answer.len().min(MOST_ANSWER_BYTES);
    while !answer.is_char_boundary(end) {
        end -= 1;
    }
    answer[..end].trim_start_matches('\u{feff}').trim()
}

/// What stands after the last mark that ends a model's thoughts.
fn without_thoughts(answer: &str) -> &str {
    answer.rsplit("</think>").next().unwrap_or(answer).trim()
}

fn candidates(answer: &str) -> Vec<String> {
    if let Some(start) = answer.find(['{', '[']) {
        let found = from_json(&answer[start..]);
        if !found.is_empty() {
            return found;
        }
        // Broken JSON still has its texts between quotation marks; prose with a bracket in it has not the look of JSON.
        let rest = answer[start + 1..].trim_start();
        if rest.starts_with(['"', '{', '[', '\'']) {
            let found = quoted(&answer[start..]);
            if !found.is_empty() {
                return found;
            }
        }
    }
    if let Ok(Value::String(inner)) = serde_json::from_str(answer) {
        return candidates(&inner);
    }
    from_lines(answer)
}

/// All texts of the JSON values that stand one after the other; none when even the first is broken.
fn from_json(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Value>() {
        match value {
            Ok(value) => collect(&value, &mut texts),
            Err(_) => break,
        }
    }
    texts
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Value::Object(fields) => {
            if let Some(text) = TEXT_FIELDS.iter().find_map(|name| fields.get(*name)?.as_str()) {
                texts.push(text.to_owned());
            } else if FIELDS.iter().any(|name| fields.contains_key(*name)) {
                // Whatever else a model added is not a suggestion.
                FIELDS
                    .iter()
                    .filter_map(|name| fields.get(*name))
                    .for_each(|value| collect(value, texts));
            } else {
                fields.values().for_each(|value| collect(value, texts));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The finished string literals of broken JSON that are not names of fields.
fn quoted(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let Some(length) = literal_length(&rest[start..]) else {
            break;
        };
        let literal = &rest[start..start + length];
        rest = &rest[start + length..];
        let is_name = rest.trim_start().starts_with(':');
        if !is_name {
            let inside = &literal[1..literal.len() - 1];
            texts.push(
                serde_json::from_str(literal).unwrap_or_else(|_| inside.replace("\\n", " ").replace("\\\"", "\"")),
            );
        }
    }
    texts
}

/// The length of the string literal at the front, in bytes, with its marks; none when it does not end.
fn literal_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(place + 1),
            _ => {}
        }
    }
    None
}

/// The items of a list in plain text, else its lines when there are several.
fn from_lines(answer: &str) -> Vec<String> {
    let lines: Vec<&str> = answer
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("```") && !line.starts_with("---"))
        .collect();
    let marked: Vec<String> = lines
        .iter()
        .filter_map(|line| without_list_mark(line))
        .map(str::to_owned)
        .collect();
    if marked.len() >= 2 {
        return marked;
    }
    let inline = inline_items(&lines.join(" "));
    if inline.len() >= 2 {
        return inline;
    }
    let talk: Vec<String> = lines
        .iter()
        .filter(|line| !line.ends_with(':') && !line.starts_with('#'))
        .map(|line| (*line).to_owned())
        .collect();
    if talk.len() >= 3 { talk } else { Vec::new() }
}

/// A line without the number, letter or dot of a list; none for a line that has none.
fn without_list_mark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches("**").trim_start();
    for bullet in ["- ", "* ", "• ", "– ", "— ", "· ", "> - "] {
        if let Some(rest) = line.strip_prefix(bullet) {
            return Some(without_list_mark(rest).unwrap_or(rest));
        }
    }
    let labelled = [
        "option",
        "reply",
        "suggestion",
        "message",
        "response",
        "seçenek",
        "yanıt",
    ]
    .iter()
    .find_map(|label| {
        let head = line.get(..label.len()).filter(|head| head.to_lowercase() == *label)?;
        Some(line[head.len()..].trim_start_matches([' ', '_', '#']))
    });
    let numbered = labelled.unwrap_or(line).trim_start_matches(['(', '[', '#']);
    let digits = numbered.len() - numbered.trim_start_matches(|digit: char| digit.is_numeric()).len();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let after = numbered[digits..].trim_start_matches(['\u{fe0f}', '\u{20e3}']);
    let rest = after.trim_start_matches(['.', ')', ']', ':', '-', '、', '．', '）', '：', '*']);
    let is_mark = rest.len() < after.len() || after.len() < numbered.len() - digits;
    // "3.5 miles" is no list.
    (is_mark && !rest.starts_with(|next: char| next.is_numeric())).then(|| rest.trim_start())
}

/// The items of "1. One 2. Two" in one line.
fn inline_items(line: &str) -> Vec<String> {
    let mut starts = Vec::new();
    let mut from = 0;
    for number in 1..=9 {
        let found = [format!("{number}. "), format!("{number}) ")].iter().find_map(|mark| {
            let place = from + line[from..].find(mark.as_str())?;
            let begins = place == 0 || line[..place].ends_with([' ', '(']);
            begins.then_some((place, place + mark.len()))
        });
        let Some((place, inside)) = found else { break };
        starts.push((place, inside));
        from = inside;
    }
    let ends = starts.iter().skip(1).map(|(place, _)| *place).chain([line.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|((_, inside), end)| line[*inside..end].trim_end_matches([' ', '(']).to_owned())
        .collect()
}

/// One suggestion in one line, without what models put around it.
fn tidy(text: &str, user_name: &str) -> String {
    let visible: String = text
        .chars()
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    let mut line = visible
        .replace("**", "")
        .replace("```", "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    loop {
        let shorter = peeled(&line, user_name).trim().to_owned();
        if shorter == line {
            break;
        }
        line = shorter;
    }
    shortened(&line)
}

/// Without one layer: a list mark, a name in front, marks around.
fn peeled<'text>(line: &'text str, user_name: &str) -> &'text str {
    const AROUND: [(char, char); 9] = [
        ('"', '"'),
        ('“', '”'),
        ('„', '“'),
        ('«', '»'),
        ('»', '«'),
        ('「', '」'),
        ('『', '』'),
        ('`', '`'),
        ('\'', '\''),
    ];
    let trimmed = line.trim_end_matches([',', ';']).trim_start_matches('#').trim();
    if let Some(rest) = without_list_mark(trimmed).filter(|_| !trimmed.starts_with('*')) {
        return rest;
    }
    for name in [user_name, "User", "You", "Me"] {
        let rest = trimmed
            .get(..name.len())
            .filter(|head| !name.is_empty() && head.eq_ignore_ascii_case(name));
        if let Some(rest) = rest.and_then(|_| trimmed[name.len()..].trim_start().strip_prefix([':', '：'])) {
            return rest;
        }
    }
    for (open, close) in AROUND {
        let inside = trimmed.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        // “One” and “two” is not one text between marks.
        if let Some(inside) = inside.filter(|inside| !inside.contains([open, close])) {
            return inside;
        }
    }
    trimmed
}

/// At most 200 characters: whole sentences where that leaves a third, else whole words.
fn shortened(line: &str) -> String {
    if line.chars().count() <= MOST_CHARS {
        return line.to_owned();
    }
    let end = line
        .char_indices()
        .nth(MOST_CHARS - 1)
        .map_or(line.len(), |(place, _)| place);
    let fits = &line[..end];
    let sentence_end = fits
        .char_indices()
        .filter(|(_, mark)| matches!(mark, '.' | '!' | '?' | '…' | ')' | '。' | '！' | '？' | '।' | '؟'))
        .map(|(place, mark)| place + mark.len_utf8())
        .rfind(|place| *place > end / 3);
    match sentence_end {
        Some(place) => fits[..place].to_owned(),
        None => format!(
            "{}…",
            fits[..fits.rfind(' ').filter(|place| *place > 0).unwrap_or(end)].trim_end()
        ),
    }
}
