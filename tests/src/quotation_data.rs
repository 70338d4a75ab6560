//! What is spoken and who speaks, in the form of LitBank: for each text a `.txt` of sentences in tokens, one a line, and an `.ann` of its
//! quotations and their speakers.
//!
//! Places are compared without white space, as a text in tokens has spaces where a book has none. A quotation is found when both of its
//! ends are those of the annotation, its marks aside. A name is right when it shares a word with the annotated speaker.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::novel::NovelText;
use engine::novel::plan::plan;
use serde_json::{Value, json};

/// A name that is looked for; the speakers do not depend on it.
const NAME: &str = "Nobody";
const MARKS: [char; 12] = ['“', '”', '"', '‘', '’', '\'', '—', '-', '_', ',', '.', '!'];
/// Words of names that tell nobody apart.
const TITLES: [&str; 24] = [
    "mr", "mrs", "miss", "ms", "dr", "sir", "lady", "lord", "the", "a", "an", "old", "young", "of", "aunt", "uncle",
    "captain", "mister", "master", "madame", "s", "his", "her", "my",
];

/// Letters that a name and its short form begin with.
const SHORT_FORM: usize = 3;

/// How the texts are laid out before they are read: as they are, with the spaces of a printed book, all in one paragraph, or one
/// paragraph for each line.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    Lines,
    Printed,
    Joined,
    Apart,
}

/// The layouts with their names.
pub const FORMS: [(&str, Form); 4] = [
    ("lines", Form::Lines),
    ("printed", Form::Printed),
    ("joined", Form::Joined),
    ("apart", Form::Apart),
];

/// What was found, in numbers.
#[derive(Debug, Default)]
pub struct Figures {
    pub annotated: usize,
    /// Those of `annotated` that stand between marks.
    pub marked: usize,
    pub found: usize,
    pub marked_found: usize,
    /// Quotations that were given, and those of them that are annotated.
    pub given: usize,
    pub given_right: usize,
    /// Quotations with a name, and with the right one.
    pub named: usize,
    pub named_right: usize,
    /// Of each rule that names a speaker: how often it was right, and how often it was used.
    pub rules: BTreeMap<&'static str, (usize, usize)>,
}

impl Figures {
    pub fn found_percent(&self) -> f64 {
        percent(self.found, self.annotated)
    }

    pub fn marked_found_percent(&self) -> f64 {
        percent(self.marked_found, self.marked)
    }

    /// Of the names that were given, the right ones, in percent.
    pub fn name_precision(&self) -> f64 {
        percent(self.named_right, self.named)
    }

    /// Of all annotated quotations, those with the right name, in percent.
    pub fn name_recall(&self) -> f64 {
        percent(self.named_right, self.annotated)
    }

    pub fn line(&self) -> Value {
        json!({
            "annotated": self.annotated, "found_percent": self.found_percent(),
            "marked": self.marked, "marked_found_percent": self.marked_found_percent(),
            "given": self.given, "given_right_percent": percent(self.given_right, self.given),
            "named": self.named, "name_precision": self.name_precision(), "name_recall": self.name_recall(), "rules": self.rules,
        })
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    (part as f64 * 1_000.0 / whole.max(1) as f64).round() / 10.0
}

/// Measures all texts of a folder, and of those in it. What differs is added to `told`, a line each.
pub fn measure(folder: &Path, form: Form, told: &mut Vec<String>) -> Result<Figures> {
    let mut texts =
        texts_in(folder).with_context(|| format!("{} cannot be read. Nothing was measured", folder.display()))?;
    texts.sort();
    let place = folder.display();
    ensure!(!texts.is_empty(), "there are no texts in {place}. Nothing was measured");
    let mut figures = Figures::default();
    for path in &texts {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut of_text = Vec::new();
        one(path, form, &mut figures, &mut of_text)?;
        told.extend(of_text.into_iter().map(|line| format!("{name}\t{line}")));
    }
    Ok(figures)
}

fn texts_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        match entry?.path() {
            path if path.is_dir() => texts.extend(texts_in(&path)?),
            path if path.extension().is_some_and(|ending| ending == "txt") => texts.push(path),
            _ => {}
        }
    }
    Ok(texts)
}

/// A quotation of the annotation, in letters without white space.
struct Annotated {
    span: Range<usize>,
    text: String,
    speaker: String,
}

fn one(path: &Path, form: Form, figures: &mut Figures, told: &mut Vec<String>) -> Result<()> {
    let text = std::fs::read_to_string(path)?;
    let annotations = std::fs::read_to_string(path.with_extension("ann"))?;
    let letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let laid_out = match form {
        Form::Lines => text.clone(),
        Form::Apart => text.lines().collect::<Vec<_>>().join("\n\n"),
        Form::Printed => printed(&text),
        Form::Joined => text.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let book = import::books::read(Cursor::new(laid_out.into_bytes()), "a text.txt")?;
    let novel = NovelText::new(&book);
    let found = plan(&novel, NAME);
    let places = Places::of(&novel, &letters)?;
    let given: Vec<Given> = found
        .quotations
        .iter()
        .zip(&found.speakers)
        .map(|(quotation, speaker)| Given {
            span: trimmed(&letters, places.span(&quotation.span)),
            name: speaker
                .mention
                .as_ref()
                .map(|mention| novel.text[mention.span.clone()].to_owned()),
            rule: speaker.rule.code(),
        })
        .collect();
    let annotated = annotated(&text, &annotations)?;
    count_spans(&letters, &annotated, &given, figures, told);
    count_names(&letters, &annotated, &given, figures, told);
    Ok(())
}

/// A quotation as the program finds it.
struct Given {
    span: Range<usize>,
    name: Option<String>,
    rule: &'static str,
}

fn count_spans(
    letters: &[char],
    annotated: &[Annotated],
    given: &[Given],
    figures: &mut Figures,
    told: &mut Vec<String>,
) {
    figures.given += given.len();
    figures.annotated += annotated.len();
    let wanted: Vec<Range<usize>> = annotated.iter().map(|one| trimmed(letters, one.span.clone())).collect();
    for one in given {
        let is_right = wanted.contains(&one.span);
        figures.given_right += usize::from(is_right);
        if !is_right {
            told.push(format!("given\t{}", shown(letters, &one.span)));
        }
    }
    for (one, wanted) in annotated.iter().zip(&wanted) {
        let is_marked = one.text.starts_with(['“', '"', '‘', '\'']) && one.text.ends_with(['”', '"', '’', '\'']);
        let is_found = given.iter().any(|given| given.span == *wanted);
        figures.marked += usize::from(is_marked);
        figures.found += usize::from(is_found);
        figures.marked_found += usize::from(is_found && is_marked);
        if !is_found {
            let kind = if is_marked { "marked" } else { "bare" };
            told.push(format!("missed\t{kind}\t{}", shown(letters, &one.span)));
        }
    }
}

/// The name of an annotated quotation is that of the first one that was found in it.
fn count_names(
    letters: &[char],
    annotated: &[Annotated],
    given: &[Given],
    figures: &mut Figures,
    told: &mut Vec<String>,
) {
    for one in annotated {
        let overlaps = |given: &&Given| one.span.start < given.span.end && given.span.start < one.span.end;
        let Some(found) = given.iter().find(overlaps) else {
            continue;
        };
        let (rule, speaker, place) = (found.rule, &one.speaker, shown(letters, &found.span));
        let Some(name) = &found.name else {
            told.push(format!("unnamed\t{rule}\t{speaker}\t{place}"));
            continue;
        };
        let is_right = is_same(name, speaker);
        figures.named += 1;
        figures.named_right += usize::from(is_right);
        let counts = figures.rules.entry(rule).or_default();
        counts.0 += usize::from(is_right);
        counts.1 += 1;
        if !is_right {
            told.push(format!("named\t{rule}\t{name}\t{speaker}\t{place}"));
        }
    }
}

fn shown(letters: &[char], span: &Range<usize>) -> String {
    let text = |span: Range<usize>| letters[span].iter().collect::<String>();
    let (before, after) = (span.start.saturating_sub(60), (span.end + 60).min(letters.len()));
    format!(
        "{} [[{}]] {}",
        text(before..span.start),
        text(span.clone()),
        text(span.end..after)
    )
}

/// Whether a name that was found and one of the annotation are the same person's, as far as names tell: they share a word that is no
/// title, or the beginning of one, as "Sid" and "Sidney" do.
fn is_same(name: &str, speaker: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric());
        words.map(str::to_lowercase).filter(|word| !word.is_empty()).collect()
    };
    let (left, right) = (parts(name), parts(speaker));
    let is_title = |word: &String| TITLES.contains(&word.as_str());
    let begins_alike = |word: &String, other: &String| {
        word == other
            || (word.len() >= SHORT_FORM
                && other.len() >= SHORT_FORM
                && word.get(..SHORT_FORM) == other.get(..SHORT_FORM))
    };
    let shares = left
        .iter()
        .any(|word| !is_title(word) && right.iter().any(|other| !is_title(other) && begins_alike(word, other)));
    shares || (left.iter().all(is_title) && left.iter().any(|word| right.contains(word)))
}

/// Where each token of each line begins and ends, in letters.
fn tokens(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut at = 0;
    let mut place = |token: &str| {
        let start = at;
        at += token.chars().count();
        start..at
    };
    text.lines()
        .map(|line| line.split_whitespace().map(&mut place).collect())
        .collect()
}

fn annotated(text: &str, annotations: &str) -> Result<Vec<Annotated>> {
    let tokens = tokens(text);
    let mut all: Vec<(String, Annotated)> = Vec::new();
    let mut speakers = HashMap::new();
    for line in annotations.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells.as_slice() {
            ["QUOTE", id, first_line, first, last_line, last, quotation] => {
                let token = |line: &str, token: &str| -> Result<Range<usize>> {
                    let found = tokens
                        .get(line.parse::<usize>()?)
                        .and_then(|tokens| tokens.get(token.parse::<usize>().ok()?));
                    found
                        .cloned()
                        .with_context(|| format!("the quotation {id} is outside of its text"))
                };
                let one = Annotated {
                    span: token(first_line, first)?.start..token(last_line, last)?.end,
                    text: (*quotation).to_owned(),
                    speaker: String::new(),
                };
                all.push(((*id).to_owned(), one));
            }
            ["ATTRIB", id, speaker] => {
                let name = speaker.rsplit_once('-').map_or(*speaker, |(name, _)| name);
                speakers.insert((*id).to_owned(), name.replace('_', " "));
            }
            _ => {}
        }
    }
    let with_speaker = all.into_iter().map(|(id, one)| Annotated {
        speaker: speakers.remove(&id).unwrap_or_default(),
        ..one
    });
    Ok(with_speaker.collect())
}

/// A span without the marks at its ends.
fn trimmed(letters: &[char], span: Range<usize>) -> Range<usize> {
    let inside = &letters[span.clone()];
    let is_mark = |letter: &&char| MARKS.contains(letter);
    let before = inside.iter().take_while(is_mark).count();
    let after = inside[before..].iter().rev().take_while(is_mark).count();
    span.start + before..span.end - after
}

/// Where the paragraphs of a book stand in the letters of its text.
struct Places {
    /// For each letter of the book that is no white space: its byte, and its place in the letters of the text.
    letters: Vec<(usize, usize)>,
}

impl Places {
    /// Parts may have been left out of the book, such as headings.
    fn of(novel: &NovelText, letters: &[char]) -> Result<Self> {
        let mut found = Vec::new();
        let mut at = 0;
        for paragraph in &novel.paragraphs {
            let text = &novel.text[paragraph.span.clone()];
            let own: Vec<(usize, char)> = text
                .char_indices()
                .filter(|(_, letter)| !letter.is_whitespace())
                .collect();
            let is_here = |start: &usize| {
                own.iter()
                    .zip(&letters[*start..])
                    .all(|((_, left), right)| left == right)
            };
            let last = letters.len().saturating_sub(own.len());
            let start = (at..=last)
                .find(is_here)
                .with_context(|| format!("not in the text: {text}"))?;
            found.extend(
                own.iter()
                    .enumerate()
                    .map(|(count, (byte, _))| (paragraph.span.start + byte, start + count)),
            );
            at = start + own.len();
        }
        Ok(Self { letters: found })
    }

    fn span(&self, bytes: &Range<usize>) -> Range<usize> {
        let first = self.letters.partition_point(|(byte, _)| *byte < bytes.start);
        let last = self.letters.partition_point(|(byte, _)| *byte < bytes.end);
        self.letters[first].1..self.letters[last - 1].1 + 1
    }
}

/// The text with the spaces of a printed book.
fn printed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines() {
        let mut sticks = true;
        let count = line.split_whitespace().count();
        for (at, token) in line.split_whitespace().enumerate() {
            // At the ends of a line it is clear which way a straight mark looks.
            if count > 1 && (at == 0 || at + 1 == count) && matches!(token, "\"" | "'") {
                is_open = at > 0;
            }
            let is_straight = matches!(token, "\"" | "'");
            let opens = matches!(token, "“" | "‘" | "(" | "[") || (is_straight && !is_open);
            let joins = matches!(token, "”" | "’" | ")" | "]" | "," | "." | "!" | "?" | ";" | ":")
                || (is_straight && is_open)
                || token.starts_with(['’', '\'']) && token.chars().count() > 1
                || matches!(token, "n't" | "n’t");
            if !sticks && !joins {
                out.push(' ');
            }
            out.push_str(token);
            if is_straight {
                is_open = !is_open;
            }
            sticks = opens;
        }
        out.push('\n');
    }
    out
}
