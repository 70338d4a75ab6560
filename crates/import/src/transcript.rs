//! Plain transcripts: our own Markdown, or lines that begin with a speaker's name and a colon.

use std::collections::HashSet;
use std::io::Read;

use engine::conversation::Role;
use engine::save_file::markdown::{TIME_MARK, unescaped};
use engine::save_file::{SavedTime, limits};

use crate::guarded::Bounded;
use crate::problems::Problems;
use crate::{ImportError, Source};

/// Longest name of a speaker, in characters.
const SPEAKER: usize = 60;
/// Names that a note lists.
const LISTED_NAMES: usize = 3;
/// Words that stand for the character whoever it is.
const CHARACTER_WORDS: [&str; 6] = ["character", "assistant", "bot", "ai", "char", "{{char}}"];

/// Who said what, in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Transcript {
    /// Empty without one.
    pub title: String,
    pub speeches: Vec<Speech>,
    /// What was put right, in words.
    pub repaired: Vec<String>,
}

/// What one speaker said at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Speech {
    pub speaker: String,
    pub text: String,
    pub at: Option<SavedTime>,
    /// The line of the file, from 1.
    pub line: usize,
}

pub fn read(source: &(impl Source + ?Sized), largest: u64) -> Result<Transcript, ImportError> {
    let mut bytes = Vec::new();
    Bounded::new(source.open()?, largest).read_to_end(&mut bytes)?;
    let text = String::from_utf8(bytes).map_err(|_| Problems::whole("the text is not UTF-8"))?;
    let text = text
        .trim_start_matches('\u{feff}')
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let transcript = if text.lines().any(|line| line.starts_with("## ")) {
        from_markdown(&text)
    } else {
        from_lines(&text)
    };
    check(transcript)
}

fn check(mut transcript: Transcript) -> Result<Transcript, ImportError> {
    let mut problems = Problems::default();
    if transcript.speeches.is_empty() {
        problems.add(
            "",
            "no line begins with a speaker's name and a colon, and there is no heading \"## Name\"",
        );
    }
    if transcript.speeches.len() > limits::MESSAGES {
        problems.add("", format!("there are more than {} messages", limits::MESSAGES));
    }
    for speech in &transcript.speeches {
        if speech.text.len() > limits::TEXT && speech.text.chars().count() > limits::TEXT {
            let reason = format!("the text is longer than {} characters", limits::TEXT);
            problems.add(format!("line {}", speech.line), reason);
        }
    }
    transcript.title = transcript.title.chars().take(limits::TITLE).collect();
    if problems.are_none() {
        Ok(transcript)
    } else {
        Err(problems.into())
    }
}

/// `# Title`, then `## Speaker · time` before each message.
fn from_markdown(text: &str) -> Transcript {
    let mut transcript = Transcript::default();
    let mut before = false;
    for (index, line) in text.split('\n').enumerate() {
        if let Some(heading) = line.strip_prefix("## ") {
            let (speaker, at) = speaker_and_time(heading.trim());
            transcript.speeches.push(Speech {
                speaker,
                at,
                text: String::new(),
                line: index + 1,
            });
        } else if let Some(speech) = transcript.speeches.last_mut() {
            speech.text.push_str(line);
            speech.text.push('\n');
        } else if let Some(title) = line.strip_prefix("# ") {
            transcript.title = title.split_whitespace().collect::<Vec<_>>().join(" ");
        } else {
            before |= !line.trim().is_empty();
        }
    }
    for speech in &mut transcript.speeches {
        speech.text = unescaped(speech.text.trim_matches('\n').trim_end());
    }
    note_what_came_before(&mut transcript, before);
    transcript
}

fn speaker_and_time(heading: &str) -> (String, Option<SavedTime>) {
    let parted = heading.rsplit_once(TIME_MARK);
    let timed = parted.and_then(|(speaker, time)| Some((speaker, SavedTime::parse(&time.replacen(' ', "T", 1))?)));
    match timed {
        Some((speaker, time)) => (speaker.trim().to_owned(), Some(time)),
        None => (heading.to_owned(), None),
    }
}

fn note_what_came_before(transcript: &mut Transcript, before: bool) {
    if before {
        let note = "what stands before the first speaker was left out";
        transcript.repaired.push(note.to_owned());
    }
}

/// `Name: words`, going on until the next line of that kind. A name counts when it opens the text, comes twice, or stands for
/// the character or the reader; where nobody else speaks, one that comes once does too. Other lines with a colon are only words.
fn from_lines(text: &str) -> Transcript {
    let mut names: Vec<(String, &str, usize)> = Vec::new();
    for (name, _) in text.lines().filter_map(spoken) {
        let key = folded(name);
        match names.iter_mut().find(|(known, _, _)| *known == key) {
            Some((_, _, times)) => *times += 1,
            None => names.push((key, name, 1)),
        }
    }
    let is_sure = |place: usize, (key, _, times): &(String, &str, usize)| {
        let stands_for = CHARACTER_WORDS.contains(&key.as_str()) || READER_WORDS.contains(&key.as_str());
        place == 0 || *times > 1 || stands_for
    };
    let sure = names
        .iter()
        .enumerate()
        .filter(|(place, name)| is_sure(*place, name))
        .count();
    // A label such as "Look" is written small or stands in a sentence; of a name all words are large.
    let is_name = |name: &str| name.split_whitespace().all(|word| word.starts_with(char::is_uppercase));
    let once: Vec<&str> = names
        .iter()
        .enumerate()
        .filter(|(place, name)| !is_sure(*place, name) && is_name(name.1))
        .map(|(_, (_, name, _))| *name)
        .collect();
    let reader = once.first().copied().filter(|_| sure == 1 && once.len() == 1);
    let speakers: HashSet<String> = names
        .iter()
        .enumerate()
        .filter(|(place, name)| is_sure(*place, name) || reader == Some(name.1))
        .map(|(_, (key, _, _))| key.clone())
        .collect();
    let is_speaker = |name: &str| speakers.contains(&folded(name));
    let mut transcript = Transcript::default();
    note_names_that_come_once(&mut transcript, reader, &once);
    let mut before = false;
    for (index, line) in text.lines().enumerate() {
        match spoken(line).filter(|(name, _)| is_speaker(name)) {
            Some((name, words)) => transcript.speeches.push(Speech {
                speaker: name.to_owned(),
                text: words.to_owned(),
                at: None,
                line: index + 1,
            }),
            None => match transcript.speeches.last_mut() {
                Some(speech) => {
                    speech.text.push('\n');
                    speech.text.push_str(line);
                }
                None => before |= !line.trim().is_empty(),
            },
        }
    }
    for speech in &mut transcript.speeches {
        speech.text = speech.text.trim().to_owned();
    }
    note_what_came_before(&mut transcript, before);
    transcript
}

fn note_names_that_come_once(transcript: &mut Transcript, reader: Option<&str>, once: &[&str]) {
    let note = match (reader, once) {
        (Some(reader), _) => format!("\"{reader}:\" begins a single line; it was taken for the other speaker"),
        (None, []) => return,
        (None, names) => {
            let listed: Vec<String> = names
                .iter()
                .take(LISTED_NAMES)
                .map(|name| format!("\"{name}:\""))
                .collect();
            format!(
                "lines that begin with {} were taken for words of the speaker before them, since each stands there once",
                listed.join(", ")
            )
        }
    };
    transcript.repaired.push(note);
}

/// Words that stand for the reader.
const READER_WORDS: [&str; 6] = ["you", "me", "user", "human", "guest", "{{user}}"];

/// The name and the words of a line such as `Name: words` or `**Name:** words`.
fn spoken(line: &str) -> Option<(&str, &str)> {
    let (name, words) = line.split_once(':')?;
    let bold = name.trim_start().starts_with("**");
    let name = name.trim().trim_matches('*').trim();
    let words = if bold { words.trim_start_matches('*') } else { words };
    let fits = (1..=SPEAKER).contains(&name.chars().count())
        && name.split_whitespace().count() <= 6
        && name.chars().any(char::is_alphabetic)
        && !name.contains(['"', '“', '”', '?', '!', ',', ';', '/', '\\', '<', '>']);
    fits.then(|| (name, words.trim()))
}

fn folded(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Transcript {
    /// Whether one of the speakers is called so.
    pub fn has_speaker(&self, name: &str) -> bool {
        self.speeches
            .iter()
            .any(|speech| folded(&speech.speaker) == folded(name))
    }

    /// The name of the speaker who is not the character; none when it only stands for whoever reads.
    pub fn reader_name(&self, character: &str) -> Option<&str> {
        let mut speakers = self.speeches.iter().map(|speech| speech.speaker.as_str());
        speakers.find(|name| !is_character(name, character) && !READER_WORDS.contains(&folded(name).as_str()))
    }

    /// Who of the two each speech belongs to, in order.
    ///
    /// # Errors
    /// Nobody is the character, or more than one other speaks.
    pub fn roles(&self, character: &str) -> Result<Vec<Role>, ImportError> {
        let mut others: Vec<(String, &Speech)> = Vec::new();
        let mut roles = Vec::with_capacity(self.speeches.len());
        for speech in &self.speeches {
            if is_character(&speech.speaker, character) {
                roles.push(Role::Character);
                continue;
            }
            roles.push(Role::User);
            let name = folded(&speech.speaker);
            if others.len() < limits::LISTED_ERRORS && !others.iter().any(|(known, _)| *known == name) {
                others.push((name, speech));
            }
        }
        let mut problems = Problems::default();
        if !roles.contains(&Role::Character) {
            problems.add("", format!("nobody in the text is called {character}"));
        }
        for (_, speech) in others.iter().skip(1) {
            let reason = format!(
                "{} speaks besides {character} and {}",
                speech.speaker, others[0].1.speaker
            );
            problems.add(format!("line {}", speech.line), reason);
        }
        if problems.are_none() {
            Ok(roles)
        } else {
            Err(problems.into())
        }
    }
}

fn is_character(speaker: &str, character: &str) -> bool {
    let speaker = folded(speaker);
    speaker == folded(character) || CHARACTER_WORDS.contains(&speaker.as_str())
}
