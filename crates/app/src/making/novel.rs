//! A novel, and what is known of a character in it before any model is asked.

use engine::counted::{counted, word};
use engine::making::dates::dateline;
use engine::making::given::{GivenLine, Moment};
use engine::making::{Given, MakingKind, Part, Passage};
use engine::novel::chunks::{Chunk, TOKENS, chunks};
use engine::novel::greetings::fitness;
use engine::novel::lines::{Speech, examples, lines, speech, spoken};
use engine::novel::plan::{Plan, plan_with};
use engine::novel::{Book, NovelText};

use crate::error::{Error, Result};
use crate::models::estimate_tokens;

/// Real lines that a draft shows.
const MOST_LINES: usize = 40;
/// The longest name that is looked for, in characters.
const LONGEST_NAME: usize = 200;
/// Names that are offered where nobody has the one that was typed.
const OFFERED: usize = 10;

/// A novel with a character that was looked for.
pub struct ReadNovel {
    /// As it was typed.
    pub name: String,
    pub title: String,
    pub authors: Vec<String>,
    pub language: String,
    pub warnings: Vec<String>,
    pub novel: NovelText,
    pub plan: Plan,
    pub chunks: Vec<Chunk>,
    /// For each chunk, whether it matters.
    pub kept: Vec<bool>,
}

impl ReadNovel {
    /// Looks for a character; `ticked` are the names that the reader has ticked, none for those that are found to be right.
    ///
    /// # Errors
    /// `invalid_input` for a name that is blank or too long.
    pub fn new(book: Book, name: &str, ticked: Option<&[String]>) -> Result<Self> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(Error::invalid(
                "The character needs a name, as the book gives it. Nothing was changed; type it.",
            ));
        }
        let novel = NovelText::new(&book);
        let count = estimate_tokens();
        let chunks = chunks(&novel, TOKENS, &*count);
        let plan = plan_with(&novel, name, ticked);
        let kept = chunks.iter().map(|chunk| plan.keeps(&novel, chunk)).collect();
        Ok(Self {
            name: name.to_owned(),
            title: book.title,
            authors: book.authors,
            language: book.language,
            warnings: book.report.warnings,
            novel,
            plan,
            chunks,
            kept,
        })
    }

    /// Whether the character is named, speaks or tells anywhere.
    pub fn is_found(&self) -> bool {
        self.kept.contains(&true)
    }

    /// That nobody in the book has this name, and who speaks most in it.
    pub fn not_found(&self) -> Error {
        let names = self.plan.most_spoken(&self.novel, OFFERED);
        let offered = match names.is_empty() {
            true => String::new(),
            false => format!(" Who speaks most in it: {}.", names.join(", ")),
        };
        Error::new(
            "character_not_in_source",
            format!(
                "{} was not found in {}. Nothing was started; type the name as it stands there, or tick one of its forms.{offered}",
                self.name, self.title
            ),
        )
    }

    /// How the character speaks, next to everybody else.
    pub fn speech(&self) -> Speech {
        let text = |at: usize| &self.novel.text[self.plan.quotations[at].span.clone()];
        let all = 0..self.plan.quotations.len();
        let own = all.clone().filter(|at| self.plan.is_own_line(*at)).map(text);
        let others = all.filter(|at| !self.plan.is_own_line(*at)).map(text);
        speech(own, others)
    }

    /// Lines of the character that show its voice, in order.
    pub fn lines(&self) -> Vec<GivenLine> {
        let all = lines(&self.novel, &self.plan);
        let mut chosen = examples(&all, MOST_LINES);
        // What the character may say first is among them, although it may be shorter than a good example.
        let first = all.iter().rev().filter_map(|line| Some((fitness(&line.text)?, line)));
        if let Some((_, line)) = first.max_by_key(|(worth, _)| *worth)
            && chosen.iter().all(|other| other.quotation != line.quotation)
        {
            chosen.truncate(MOST_LINES - 1);
            chosen.push(line);
        }
        chosen.sort_by_key(|line| line.quotation);
        chosen
            .into_iter()
            .map(|line| GivenLine {
                before: line.before.clone(),
                text: line.text.clone(),
                chapter: number(line.chapter),
            })
            .collect()
    }

    /// What a job works from.
    pub fn given(&self) -> Given {
        let ticked = self.plan.aliases.iter().filter(|alias| alias.is_ticked);
        Given {
            kind: MakingKind::Novel,
            person: self.name.clone(),
            source: self.title.clone(),
            authors: self.authors.clone(),
            chapters: self
                .novel
                .chapters
                .iter()
                .map(|chapter| chapter.title.clone())
                .collect(),
            aliases: ticked.map(|alias| alias.text.clone()).collect(),
            speech: self.speech().sentences(),
            lines: self.lines(),
            language: Some(self.language.clone()).filter(|language| !language.is_empty()),
        }
    }

    /// The chunks that matter, as passages.
    pub fn passages(&self) -> Vec<Passage> {
        let dates = self.dates();
        let kept = self.chunks.iter().zip(&self.kept).filter(|(_, kept)| **kept);
        (0..)
            .zip(kept)
            .map(|(place, (chunk, _))| self.passage(place, chunk, &dates))
            .collect()
    }

    fn passage(&self, place: u32, chunk: &Chunk, dates: &[Option<Moment>]) -> Passage {
        let first = self.novel.paragraph_at(chunk.span.start);
        let tells = self.plan.tells_chapter(chunk.chapter);
        let mut parts = Vec::new();
        for (paragraph, moment) in self.novel.paragraphs.iter().zip(dates).skip(first) {
            let span = &paragraph.span;
            let (start, end) = (span.start.max(chunk.span.start), span.end.min(chunk.span.end));
            if start >= end {
                break;
            }
            parts.push(Part {
                text: self.novel.text[start..end].trim().to_owned(),
                author: String::new(),
                is_own: tells,
                moment: *moment,
            });
        }
        Passage {
            number: place,
            chapter: number(chunk.chapter),
            context: self.novel.text[chunk.context.clone()].trim().to_owned(),
            parts,
            tokens: number(chunk.tokens),
        }
    }

    /// For each paragraph the date that stands over it in its chapter.
    fn dates(&self) -> Vec<Option<Moment>> {
        let mut last: Option<(usize, Moment)> = None;
        let paragraphs = self.novel.paragraphs.iter().enumerate();
        paragraphs
            .map(|(index, paragraph)| {
                if let Some(date) = dateline(self.novel.paragraph(index)) {
                    last = Some((paragraph.chapter, Moment::Story(date)));
                }
                last.filter(|(chapter, _)| *chapter == paragraph.chapter)
                    .map(|(_, moment)| moment)
            })
            .collect()
    }

    /// What was found, in words.
    pub fn told(&self) -> Vec<String> {
        let kept = self.kept.iter().filter(|kept| **kept).count();
        let tokens: usize = self.chunks.iter().map(|chunk| chunk.tokens).sum();
        let mut told = vec![format!(
            "{}: {}, {}, {}, of which {kept} {} to {}.",
            self.title,
            counted(self.novel.chapters.len(), "chapter", "chapters"),
            counted(tokens, "token", "tokens"),
            counted(self.chunks.len(), "passage", "passages"),
            word(&kept, "matters", "matter"),
            self.name
        )];
        for alias in &self.plan.aliases {
            let mark = if alias.is_ticked { "x" } else { " " };
            told.push(format!("[{mark}] {} ({})", alias.text, alias.count));
        }
        told.extend(self.speech().sentences());
        told.extend(self.lines().iter().take(5).map(|line| format!("“{}”", line.text)));
        told.extend(self.warnings.iter().cloned());
        told
    }

    /// The first words of a sample of an alias.
    pub fn sample(&self, span: &std::ops::Range<usize>) -> String {
        const AROUND: usize = 60;
        let text = &self.novel.text;
        let start = text.floor_char_boundary(span.start.saturating_sub(AROUND));
        let end = text.ceil_char_boundary((span.end + AROUND).min(text.len()));
        let (before, after) = (&text[start..span.start], &text[span.end..end]);
        // No word is cut in the middle, where there are spaces between words.
        let (cut_before, before) = match before.split_once(char::is_whitespace) {
            Some((_, rest)) if start > 0 => ("… ", rest),
            _ => ("", before),
        };
        let (after, cut_after) = match after.rsplit_once(char::is_whitespace) {
            Some((rest, _)) if end < text.len() => (rest, " …"),
            _ => (after, ""),
        };
        spoken(&format!(
            "{cut_before}{before}{}{after}{cut_after}",
            &text[span.clone()]
        ))
    }
}

fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
