//! `characterchat novel BOOK`: what is in a book, what is known of a character in it, and the whole job.
//!
#![doc = include_str!("novel.md")]

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::{Path, PathBuf};

use app::commands::{OfJob, PlanNovel, StartMaking, cancel_job, plan_novel};
use app::making::books::read_book;
use app::making::novel::ReadNovel;
use app::making::plans::estimate_told;
use app::making::sources::{add_book, book_digest};
use app::{App, Error, Result};
use engine::novel::Book;
use engine::novel::plan::Plan;
use serde::Serialize;

use super::making::{Form, Then, carry_out, taken_up};
use super::printing::{print_json, print_line};

/// Make a character from a novel
#[derive(clap::Args)]
pub struct Novel {
    /// An EPUB, an HTML page or a plain text
    pub book: PathBuf,
    /// Print the text of the book as JSON and end
    #[arg(long, conflicts_with_all = ["character", "plan"])]
    pub read: bool,
    /// Name of the character, as the book gives it
    #[arg(long, required_unless_present = "read")]
    pub character: Option<String>,
    /// Only tell what would be done; no model is asked
    #[arg(long)]
    pub plan: bool,
    /// Print JSON instead of words
    #[arg(long)]
    pub json: bool,
    /// Read only a few passages, to see what comes of it
    #[arg(long)]
    pub quick: bool,
    /// Calls of the model side by side
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub calls: u8,
    /// Only make the draft, and save no character
    #[arg(long)]
    pub draft: bool,
}

impl Novel {
    /// Whether nothing of the app is needed, so that it works beside a running one.
    pub fn only_reads(&self) -> bool {
        self.read || self.plan
    }
}

/// Prints what is in the book, or what is known of the character.
pub fn look(asked: &Novel) -> Result<()> {
    let book = open(&asked.book)?;
    let Some(name) = &asked.character else {
        print_json(&as_json(&WholeBook::of(&book))?);
        return Ok(());
    };
    let read = ReadNovel::new(book, name, None)?;
    if !read.is_found() {
        return Err(read.not_found());
    }
    if asked.json {
        print_json(&as_json(&PlanView::of(&read))?);
    } else {
        let told = read
            .told()
            .into_iter()
            .chain(estimate_told(read.passages(), asked.quick));
        told.for_each(|line| print_line(&line));
    }
    Ok(())
}

/// The book of a path.
pub fn open(path: &Path) -> Result<Book> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    read_book(path, &name)
}

pub fn as_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::new("internal", error.to_string()))
}

#[derive(Serialize)]
struct WholeBook<'a> {
    title: &'a str,
    toc: &'a [String],
    chapters: Vec<ChapterText<'a>>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct ChapterText<'a> {
    title: &'a str,
    text: String,
}

impl<'a> WholeBook<'a> {
    fn of(book: &'a Book) -> Self {
        Self {
            title: &book.title,
            toc: &book.toc,
            chapters: book
                .chapters
                .iter()
                .map(|chapter| ChapterText {
                    title: &chapter.title,
                    text: chapter.text(),
                })
                .collect(),
            warnings: &book.report.warnings,
        }
    }
}

/// Places are characters of the text that `--read` prints, chapters joined by an empty line.
#[derive(Serialize)]
struct PlanView<'a> {
    aliases: Vec<AliasCount<'a>>,
    chunks: Vec<ChunkPlace>,
    quotations: Vec<QuotationPlace<'a>>,
}

#[derive(Serialize)]
struct AliasCount<'a> {
    text: &'a str,
    count: usize,
}

#[derive(Serialize)]
struct ChunkPlace {
    index: usize,
    chapter: usize,
    start: usize,
    end: usize,
    tokens: usize,
    kept: bool,
}

#[derive(Serialize)]
struct QuotationPlace<'a> {
    start: usize,
    end: usize,
    speaker: Option<&'a str>,
    rule: &'static str,
}

impl<'a> PlanView<'a> {
    fn of(read: &'a ReadNovel) -> Self {
        let (novel, plan) = (&read.novel, &read.plan);
        let places = |spans: Vec<Range<usize>>| -> Vec<Range<usize>> {
            let ends = novel.in_characters(spans.into_iter().flat_map(|span| [span.start, span.end]));
            ends.chunks_exact(2).map(|pair| pair[0]..pair[1]).collect()
        };
        let chunk_places = places(read.chunks.iter().map(|chunk| chunk.span.clone()).collect());
        let spoken = places(plan.quotations.iter().map(|one| one.span.clone()).collect());
        let chunks = read.chunks.iter().zip(&read.kept).zip(chunk_places).enumerate();
        Self {
            aliases: ticked(plan),
            chunks: chunks
                .map(|(index, ((chunk, kept), place))| ChunkPlace {
                    index,
                    chapter: chunk.chapter,
                    start: place.start,
                    end: place.end,
                    tokens: chunk.tokens,
                    kept: *kept,
                })
                .collect(),
            quotations: plan
                .speakers
                .iter()
                .zip(spoken)
                .map(|(speaker, place)| QuotationPlace {
                    start: place.start,
                    end: place.end,
                    speaker: speaker
                        .mention
                        .as_ref()
                        .map(|mention| &novel.text[mention.span.clone()]),
                    rule: speaker.rule.code(),
                })
                .collect(),
        }
    }
}

fn ticked(plan: &Plan) -> Vec<AliasCount<'_>> {
    let ticked = plan.aliases.iter().filter(|alias| alias.is_ticked);
    ticked
        .map(|alias| AliasCount {
            text: &alias.text,
            count: alias.count,
        })
        .collect()
}

/// The whole job.
pub async fn make(app: &App, asked: Novel) -> Result<()> {
    let session = app.owner();
    let book = open(&asked.book)?;
    let name = asked.character.unwrap_or_default().trim().to_owned();
    let job_id = match taken_up(app, &book_digest(&book)?, &name).await? {
        Some(job_id) => job_id,
        None => {
            let job_id = add_book(app, session, book).await?.job_id;
            let plan = PlanNovel {
                job_id,
                name,
                aliases: None,
            };
            if let Err(error) = plan_novel(app, session, plan).await {
                // Nobody can take up what has no plan, and the whole book lies in it.
                cancel_job(app, session, OfJob { job_id }).await?;
                return Err(error);
            }
            job_id
        }
    };
    let start = StartMaking {
        job_id,
        quick: asked.quick,
        calls_at_once: Some(asked.calls),
        consent: false,
        mask_private_data: None,
    };
    let then = if asked.draft { Then::OnlyDraft } else { Then::Save };
    let form = if asked.json { Form::Json } else { Form::Words };
    carry_out(app, start, then, form).await
}
