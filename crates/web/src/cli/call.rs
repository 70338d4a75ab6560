//! `characterchat call NAME JSON`: one command, its answer on standard output.

use app::commands::dispatch;
use app::{App, Door, Error, Result};
use clap::error::ErrorKind;
use serde_json::json;

use super::printing::print_json;
use crate::input;

/// Carries out a command. What it set going (a reply) is waited for; with `events`, what happens is printed as it happens.
pub async fn call(app: &App, name: &str, input: &str, events: bool) -> Result<()> {
    let input = input::parse(input.as_bytes(), &format!("The input of {name}"))?;
    let mut listener = app.events.listen(app.owner());
    let output = dispatch(app, app.owner(), Door::Terminal, name, input).await?;
    print_json(&if events {
        json!({ "answer": output }).to_string()
    } else {
        output.to_string()
    });
    let quiet = async {
        match events {
            true => app.quiet().await,
            false => app.at_rest().await,
        }
    };
    tokio::pin!(quiet);
    loop {
        tokio::select! {
            biased;
            Some(event) = listener.next(), if events => print_event(&event),
            () = &mut quiet => return Ok(()),
        }
    }
}

/// Why a call could not even be read from the command line. Its readers are programs: they get JSON for this, too.
pub fn misused(error: &clap::Error) -> Error {
    let what = match error.kind() {
        ErrorKind::MissingRequiredArgument => "`call` needs the name of a command".to_owned(),
        _ => {
            let told = error.render().to_string();
            let first = told.lines().next().unwrap_or_default();
            format!("`call` cannot be read: {}", first.trim_start_matches("error: "))
        }
    };
    Error::invalid(format!(
        "{what}. Nothing was changed. Give the name and its input, such as: characterchat call list_messages '{{\"conversation_id\": …}}'. \
         `characterchat call --help` says more."
    ))
}

fn print_event(event: &engine::event::Event) {
    print_json(&json!({ "event": event }).to_string());
}
