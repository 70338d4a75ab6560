//! A job from the command line: started or taken up, watched to its end, and its character saved.

use app::commands::{
    JobView, OfJob, SaveMadeCharacter, StartMaking, get_job, get_making_draft, save_made_character, start_making,
};
use app::making::sources::unfinished_job;
use app::{App, Error, Result};
use engine::counted::counted;
use engine::event::Event;
use engine::ids::{JobId, OperationId};
use engine::making::Draft;
use engine::making::file::example_count;
use engine::making::view::JobState;
use serde_json::json;
use uuid::Uuid;

use super::novel::as_json;
use super::printing::{print_json, print_line, say};

/// What is to be done with the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Save,
    OnlyDraft,
}

/// How the result is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Words,
    Json,
}

/// The job that was begun for the same source and person and is not finished.
pub async fn taken_up(app: &App, digest: &[u8; 32], person: &str) -> Result<Option<JobId>> {
    let found = unfinished_job(app, app.owner(), digest, person).await?;
    if found.is_some() {
        say("A job for this was begun before and is taken up; what was finished is not asked again.");
    }
    Ok(found)
}

/// Carries out a planned job. Progress goes to standard error.
pub async fn carry_out(app: &App, start: StartMaking, then: Then, form: Form) -> Result<()> {
    let (session, job_id) = (app.owner(), start.job_id);
    to_its_draft(app, start).await?;
    let draft = get_making_draft(app, session, OfJob { job_id }).await?;
    if then == Then::OnlyDraft {
        match form {
            Form::Json => print_json(&as_json(&draft)?),
            Form::Words => summary(&draft.draft).iter().for_each(|line| print_line(line)),
        }
        return Ok(());
    }
    if let Some(before) = &draft.made_before {
        say(&format!(
            "{} was made of this before ({}) and stays; this is another one.",
            before.name, before.character_id
        ));
    }
    let save = SaveMadeCharacter {
        job_id,
        expected_revision: draft.revision,
        operation_id: OperationId(Uuid::now_v7()),
        portrait: None,
        replaces: None,
    };
    let saved = save_made_character(app, session, save).await?;
    if form == Form::Json {
        let made = &draft.draft;
        let counts = json!({ "traits": made.traits.len(), "memories": made.memories.len(), "lines": made.lines.len(),
            "examples": example_count(made).0 });
        print_json(&json!({ "saved": saved, "draft": counts, "notes": made.notes }).to_string());
        return Ok(());
    }
    summary(&draft.draft).iter().for_each(|line| print_line(line));
    print_line(&format!(
        "{} is saved as {}. Talk: characterchat chat --character {}",
        saved.name, saved.path, saved.character_id
    ));
    Ok(())
}

/// Starts the job and watches it to its end.
async fn to_its_draft(app: &App, start: StartMaking) -> Result<()> {
    let (session, job_id) = (app.owner(), start.job_id);
    let mut listener = app.events.listen(session);
    let mut view = start_making(app, session, start).await?;
    say(&format!(
        "{}: {}. Ctrl+C stops; the same command goes on.",
        if view.quick { "A quick sample" } else { "The whole" },
        counted(view.progress.calls, "call", "calls")
    ));
    let mut told = 0;
    while view.state == JobState::Running {
        match listener.next().await {
            Some(Event::JobChanged { job_id: changed }) if changed != job_id => continue,
            Some(_) => {}
            None => break,
        }
        view = get_job(app, session, OfJob { job_id }).await?;
        told = progress(&view, told);
    }
    if view.state == JobState::Paused {
        let error = view.error.map_or_else(
            || {
                Error::new(
                    "job_paused",
                    "The job was paused. What was finished is kept; the same command goes on.",
                )
            },
            |error| {
                let why = error.message.trim_end_matches('.');
                Error::new(
                    "job_paused",
                    format!("Reading stopped: {why}. What was finished is kept; the same command goes on."),
                )
            },
        );
        return Err(error);
    }
    Ok(())
}

fn summary(draft: &Draft) -> Vec<String> {
    let mut told = vec![
        draft.description.clone(),
        format!(
            "{}, {}, {}.",
            counted(draft.traits.len(), "trait", "traits"),
            counted(draft.memories.len(), "memory", "memories"),
            lines_told(draft)
        ),
    ];
    told.extend(draft.traits.iter().take(8).map(|one| format!("- {}", one.text)));
    told.extend(draft.notes.iter().cloned());
    told
}

/// How many real lines are examples in the file, of how many.
fn lines_told(draft: &Draft) -> String {
    let (examples, kept) = example_count(draft);
    let lines = counted(kept, "real line", "real lines");
    match examples < kept {
        true => format!("{lines}, of which {examples} from all over the story are its examples"),
        false => lines,
    }
}

/// Tells each new percent once.
fn progress(view: &JobView, told: u32) -> u32 {
    let progress = &view.progress;
    let percent = (progress.done * 100).checked_div(progress.calls).unwrap_or_default();
    if percent > told {
        let left = progress
            .seconds_left
            .map(|left| format!(", about {left} s left"))
            .unwrap_or_default();
        let calls = counted(progress.calls, "call", "calls");
        say(&format!("{} of {calls}{left}", progress.done));
    }
    percent.max(told)
}
