//! `characterchat messages PATH`: what is in an export, how somebody in it writes, and the whole job.

use std::io::{BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use app::commands::{
    MessagesView, OfJob, OutsideFile, PlanMessages, ReadMessages, StartMaking, cancel_job, plan_messages, read_messages,
};
use app::making::exports::{Answers, DayOrMonth, ExportReport, ReadExport, TableColumns, read_export};
use app::making::messages::{ReadPerson, participants_told};
use app::making::plans::estimate_told;
use app::making::sources::export_digest;
use app::{App, Door, Error, Result};
use engine::controls::json_without_controls;
use serde_json::json;

use super::making::{Form, Then, carry_out, taken_up};
use super::novel::as_json;
use super::printing::{print_json, print_line};

/// Make a character from what somebody wrote
#[derive(clap::Args)]
pub struct Messages {
    /// The export of a messenger: a file, a folder or an archive
    pub path: PathBuf,
    /// Whose character is made; without it, who wrote is told
    #[arg(long)]
    pub person: Option<String>,
    /// Only tell what would be done; no model is asked
    #[arg(long, requires = "person")]
    pub plan: bool,
    /// Print JSON instead of words
    #[arg(long)]
    pub json: bool,
    /// In dates such as 01/02/2020 the day stands first
    #[arg(long, conflicts_with = "month_first")]
    pub day_first: bool,
    /// In dates such as 01/02/2020 the month stands first
    #[arg(long)]
    pub month_first: bool,
    /// Columns of a table with a header: AUTHOR,TIME,TEXT, counted from 1
    #[arg(long, value_parser = columns)]
    pub columns: Option<TableColumns>,
    /// Read only a few passages, to see what comes of it
    #[arg(long)]
    pub quick: bool,
    /// Calls of the model side by side
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=16))]
    pub calls: u8,
    /// Send phone numbers, mail addresses and codes to a server as they are
    #[arg(long)]
    pub unmasked: bool,
    /// The person agrees that a character is made of what they wrote
    #[arg(long)]
    pub consent: bool,
    /// Only make the draft, and save no character
    #[arg(long)]
    pub draft: bool,
}

impl Messages {
    /// Whether nothing of the app is needed, so that it works beside a running one.
    pub fn only_reads(&self) -> bool {
        self.plan || self.person.is_none()
    }

    pub fn answers(&self) -> Answers {
        let order = match (self.day_first, self.month_first) {
            (true, _) => Some(DayOrMonth::DayFirst),
            (_, true) => Some(DayOrMonth::MonthFirst),
            (false, false) => None,
        };
        Answers {
            date_order: order,
            columns: self.columns.clone(),
        }
    }
}

/// Prints the messages, who wrote, or how a person writes.
pub fn look(asked: &Messages) -> Result<()> {
    match &asked.person {
        None if asked.json => print_all(asked),
        None => {
            let report = whole(read_export(&asked.path, &asked.answers(), &mut |_| {
                ControlFlow::Continue(())
            })?)?;
            participants_told(&report).iter().for_each(|line| print_line(line));
            Ok(())
        }
        Some(person) => {
            let read = ReadPerson::of(&asked.path, &asked.answers(), person)?;
            if asked.json {
                print_json(&as_json(&read.view())?);
            } else {
                let told = read.told().into_iter().chain(estimate_told(read.passages, asked.quick));
                told.for_each(|line| print_line(&line));
            }
            Ok(())
        }
    }
}

/// An export that could be read; else what is missing.
pub fn whole(read: ReadExport) -> Result<ExportReport> {
    match read {
        ReadExport::Whole(report) => Ok(report),
        ReadExport::ColumnsNeeded(sample) => {
            let rows: Vec<String> = sample.rows.iter().map(|row| row.join(" | ")).collect();
            Err(Error::new(
                "export_columns_needed",
                format!(
                    "It is not clear which columns of {} hold author, time and text. Nothing was changed. Name them with --columns AUTHOR,TIME,TEXT. \
                     It begins:\n{}",
                    sample.file,
                    rows.join("\n")
                ),
            ))
        }
    }
}

/// Message by message, so that an export of any size can be printed.
fn print_all(asked: &Messages) -> Result<()> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut written = Ok(());
    // Nothing is printed of an export that cannot be read at all.
    let mut lead = "{\"messages\":[\n";
    let read = read_export(&asked.path, &asked.answers(), &mut |message| {
        let time = message.time.map(|time| time.to_string());
        let line = json!({ "author": message.author, "time": time, "text": message.text }).to_string();
        let line = json_without_controls(&line);
        written = write!(out, "{}{line}", std::mem::replace(&mut lead, ",\n"));
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    if written.is_err() {
        // Whoever read it wants no more.
        return Ok(());
    }
    let report = whole(read?)?;
    let rest = json!({ "skipped": report.skipped, "warnings": report.warnings }).to_string();
    let lead = if lead == ",\n" { "" } else { lead };
    let _ = writeln!(out, "{lead}],{}", json_without_controls(&rest[1..])).and_then(|()| out.flush());
    Ok(())
}

fn columns(text: &str) -> std::result::Result<TableColumns, String> {
    let wrong = || "three numbers are needed, such as 2,1,4; the middle one may be empty".to_owned();
    let number = |text: &str| {
        text.trim()
            .parse::<u32>()
            .ok()
            .filter(|number| *number > 0)
            .map(|number| number - 1)
    };
    let parts: Vec<&str> = text.split(',').collect();
    let [author, time, written] = parts[..] else {
        return Err(wrong());
    };
    let time = match time.trim() {
        "" => None,
        time => Some(number(time).ok_or_else(wrong)?),
    };
    Ok(TableColumns {
        author: number(author).ok_or_else(wrong)?,
        time,
        text: number(written).ok_or_else(wrong)?,
        has_header: true,
    })
}

/// The whole job.
pub async fn make(app: &App, asked: Messages) -> Result<()> {
    let session = app.owner();
    let answers = asked.answers();
    let person = asked.person.unwrap_or_default();
    if !asked.consent {
        return Err(Error::new(
            "consent_needed",
            format!(
                "A character is made of what {person} wrote, and parts of it are sent to the chosen model. Nothing was read. If {person} \
                 agrees, say so with --consent."
            ),
        ));
    }
    let path = asked.path.to_string_lossy().into_owned();
    let job_id = match taken_up(app, &export_digest(&asked.path), &person).await? {
        Some(job_id) => job_id,
        None => {
            let read = ReadMessages {
                file: Some(OutsideFile::Path(path)),
                job_id: None,
                date_order: answers.date_order,
                columns: answers.columns,
            };
            let read = read_messages(&app.at(Door::Terminal), session, read).await?;
            if let Err(error) = plan(app, &read, person).await {
                // Nobody can take up what has no plan.
                let job_id = read.job_id;
                cancel_job(app, session, OfJob { job_id }).await?;
                return Err(error);
            }
            read.job_id
        }
    };
    let start = StartMaking {
        job_id,
        quick: asked.quick,
        calls_at_once: Some(asked.calls),
        consent: true,
        mask_private_data: Some(!asked.unmasked),
    };
    let then = if asked.draft { Then::OnlyDraft } else { Then::Save };
    let form = if asked.json { Form::Json } else { Form::Words };
    carry_out(app, start, then, form).await
}

async fn plan(app: &App, read: &MessagesView, person: String) -> Result<()> {
    if read.columns_needed.is_some() {
        return Err(Error::new(
            "export_columns_needed",
            "It is not clear which columns of the table hold author, time and text. Nothing was started; name them with \
             --columns AUTHOR,TIME,TEXT.",
        ));
    }
    let plan = PlanMessages {
        job_id: read.job_id,
        person,
        name: None,
    };
    plan_messages(app, app.owner(), plan).await.map(|_| ())
}
