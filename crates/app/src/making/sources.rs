//! What a job reads: a whole book, or where an export lies and how it is read.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use engine::ids::{JobId, SessionId};
use engine::making::MakingKind;
use engine::making::steps::digest;
use engine::making::view::JobState;
use engine::novel::Book;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use store::{NewJob, StoredJob};
use uuid::Uuid;

use super::books;
use super::exports::{Answers, ReadExport, read_export};
use crate::commands::{BookChapterView, BookView, MessagesView, OutsideFile, ParticipantView, ReadBook, ReadMessages};
use crate::error::{Error, Result};
use crate::files::not_written;
use crate::files::places::Origin;
use crate::models::estimate_tokens;
use crate::start::App;

/// People who are listed.
const LISTED_PEOPLE: usize = 500;

/// How long a plan that nobody starts is kept.
const PLANS_STAY: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Where an export lies, and how it is read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExportSource {
    pub path: PathBuf,
    /// Whether it is a copy of what a browser sent, which goes with the job.
    pub is_copy: bool,
    pub answers: Answers,
}

/// Reads a book into a new job.
pub async fn read_book(app: &App, session: SessionId, input: ReadBook) -> Result<BookView> {
    let (origin, name) = Origin::named(app, session, &input.file)?;
    let book = in_background(move || books::read_book(origin.path(), &name)).await??;
    add_book(app, session, book).await
}

/// Keeps a book as a new job.
pub async fn add_book(app: &App, session: SessionId, book: Book) -> Result<BookView> {
    let id = JobId(Uuid::now_v7());
    let source = as_json(&book)?;
    let job = NewJob {
        id,
        kind: MakingKind::Novel,
        title: &book.title,
        source: &source,
        source_digest: book_digest(&book)?,
        now: Timestamp::now(),
    };
    app.store.add_job(session, job).await?;
    let count = estimate_tokens();
    let chapters: Vec<BookChapterView> = in_background({
        let book = book.clone();
        move || {
            let chapters = book.chapters.iter();
            chapters
                .map(|chapter| BookChapterView {
                    title: chapter.title.clone(),
                    tokens: number(count(&chapter.text())),
                })
                .collect()
        }
    })
    .await?;
    Ok(BookView {
        job_id: id,
        title: book.title,
        authors: book.authors,
        language: book.language,
        tokens: chapters.iter().map(|chapter| chapter.tokens).sum(),
        chapters,
        left_out: book.report.left_out,
        warnings: book.report.warnings,
    })
}

/// Tells whether a book is the same.
pub fn book_digest(book: &Book) -> Result<[u8; 32]> {
    Ok(digest(&[&as_json(book)?]))
}

/// The latest job for the same source and person that has no draft yet.
pub async fn unfinished_job(
    app: &App,
    session: SessionId,
    source_digest: &[u8; 32],
    person: &str,
) -> Result<Option<JobId>> {
    let jobs = app.store.jobs(session).await?;
    let same = |job: &&StoredJob| {
        let is_open = matches!(job.state, JobState::Planning | JobState::Paused) && job.plan.is_some();
        is_open && job.source_digest == *source_digest && job.person == person
    };
    Ok(jobs.iter().find(same).map(|job| job.id))
}

/// The book of a job.
pub async fn book(app: &App, session: SessionId, job: &StoredJob) -> Result<Book> {
    of_kind(job, MakingKind::Novel)?;
    from_json(&app.store.job_source(session, job.id).await?)
}

/// Where the export of a job lies.
pub async fn export(app: &App, session: SessionId, job: &StoredJob) -> Result<ExportSource> {
    of_kind(job, MakingKind::Messages)?;
    from_json(&app.store.job_source(session, job.id).await?)
}

fn of_kind(job: &StoredJob, kind: MakingKind) -> Result<()> {
    if job.kind == kind {
        return Ok(());
    }
    Err(Error::invalid(
        "This job is of another kind: a book is planned as a novel, an export as messages. Nothing was changed.",
    ))
}

/// Reads an export into a new job, or again with answers.
pub async fn read_messages(app: &App, session: SessionId, input: ReadMessages) -> Result<MessagesView> {
    let answers = Answers {
        date_order: input.date_order,
        columns: input.columns.clone(),
    };
    let (id, mut source) = match (&input.file, input.job_id) {
        (Some(file), None) => {
            let id = JobId(Uuid::now_v7());
            (id, new_source(app, session, id, file).await?)
        }
        (None, Some(id)) => {
            let job = app.store.job(session, id).await?;
            (id, export(app, session, &job).await?)
        }
        _ => {
            return Err(Error::invalid(
                "Either a file or a job is needed, not both. Nothing was changed.",
            ));
        }
    };
    source.answers = answers;
    let read = {
        let source = source.clone();
        in_background(move || read_export(&source.path, &source.answers, &mut |_| ControlFlow::Continue(()))).await?
    };
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            if input.job_id.is_none() {
                remove_copy(&source);
            }
            return Err(error);
        }
    };
    let view = view(id, &read);
    let (text, title) = (as_json(&source)?, view.formats.join(", "));
    if input.job_id.is_some() {
        app.store
            .change_job_source(session, id, (&text, &title), Timestamp::now())
            .await?;
        return Ok(view);
    }
    let job = NewJob {
        id,
        kind: MakingKind::Messages,
        title: &title,
        source: &text,
        source_digest: export_digest(&source.path),
        now: Timestamp::now(),
    };
    app.store.add_job(session, job).await?;
    Ok(view)
}

/// By where it lies, how large it is and when it was changed: exports are too large to be read for that alone.
pub fn export_digest(path: &Path) -> [u8; 32] {
    let metadata = std::fs::metadata(path).ok();
    let changed = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
    let changed = changed.and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    let told = format!("{:?} {:?}", metadata.map(|metadata| metadata.len()), changed);
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    digest(&[&path.to_string_lossy(), &told])
}

async fn new_source(app: &App, session: SessionId, id: JobId, file: &OutsideFile) -> Result<ExportSource> {
    let (origin, name) = Origin::named(app, session, file)?;
    let (path, is_copy) = match origin {
        Origin::Path(path) => (std::path::absolute(path).map_err(|error| not_written(&error))?, false),
        Origin::Upload(upload) => {
            // Under its own name: some formats are known by it.
            let folder = app.folders.data.join("making").join(id.to_string());
            let path = folder.join(name);
            let moved =
                std::fs::create_dir_all(&folder).and_then(|()| upload.persist(&path).map_err(|failed| failed.error));
            moved.map_err(|error| not_written(&error))?;
            (path, true)
        }
    };
    Ok(ExportSource {
        path,
        is_copy,
        answers: Answers::default(),
    })
}

/// Removes the copy of an export that a browser sent.
pub fn remove_copy(source: &ExportSource) {
    let Some(folder) = source.path.parent().filter(|_| source.is_copy) else {
        return;
    };
    if let Err(error) = std::fs::remove_dir_all(folder)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        tracing::warn!("a copy that is not needed any more could not be removed: {error}");
    }
}

/// Gives up what was read, perhaps planned, and not started for [`PLANS_STAY`]: nobody sees it any more, and a whole book lies in it.
pub async fn give_up_old_plans(app: &App, now: Timestamp) -> Result<()> {
    let before = now.checked_sub(PLANS_STAY).unwrap_or(Timestamp::MIN);
    for (session, id) in app.store.plans_untouched_since(before).await? {
        let job = app.store.job(session, id).await?;
        if job.kind == MakingKind::Messages {
            remove_copy(&export(app, session, &job).await?);
        }
        app.store.remove_job(session, id).await?;
    }
    Ok(())
}

fn view(id: JobId, read: &ReadExport) -> MessagesView {
    let mut view = MessagesView {
        job_id: id,
        formats: Vec::new(),
        participants: Vec::new(),
        owner: None,
        skipped: std::collections::BTreeMap::new(),
        warnings: Vec::new(),
        date_order_unsure: false,
        columns_needed: None,
    };
    let whole = match read {
        ReadExport::ColumnsNeeded(sample) => {
            view.formats = vec!["table".to_owned()];
            view.columns_needed = Some(sample.rows.clone());
            return view;
        }
        ReadExport::Whole(whole) => whole,
    };
    let report = &whole.report;
    let time = |time: Option<import::messages::MessageTime>| time.map(|time| time.to_string());
    view.formats = report.formats.keys().map(|format| format.as_str().to_owned()).collect();
    view.participants = report
        .participants
        .iter()
        .map(|(name, one)| ParticipantView {
            name: name.clone(),
            messages: one.messages,
            first: time(one.first),
            last: time(one.last),
        })
        .collect();
    view.participants.sort_by_key(|one| std::cmp::Reverse(one.messages));
    view.participants.truncate(LISTED_PEOPLE);
    view.owner = report.owner.clone();
    view.skipped = whole
        .skipped
        .iter()
        .map(|(reason, count)| ((*reason).to_owned(), *count))
        .collect();
    view.warnings = whole.warnings.clone();
    view.date_order_unsure = whole.dates_are_unsure();
    view
}

/// Work that keeps a processor busy, beside the program's other work.
pub async fn in_background<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| {
        Error::new(
            "internal",
            format!("The program made a mistake: {error}. Nothing was changed."),
        )
    })
}

pub fn as_json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| Error::new("internal", error.to_string()))
}

pub fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        Error::new(
            "storage_damaged",
            format!(
                "What is kept of this job cannot be read ({error}). Nothing was changed; cancel it and start anew."
            ),
        )
    })
}

pub fn number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
