//! `characterchat call NAME JSON`: one command, its answer on standard output.

use app::commands::dispatch;
use app::{App, Door, Error, Result};
use serde_json::json;

use super::printing::print_json;

/// Carries out a command. What it set going (a reply) is waited for; with `events`, what happens is printed as it happens.
pub async fn call(app: &App, name: &str, input: &str, events: bool) -> Result<()> {
    let input = serde_json::from_str(input).map_err(|error| {
        Error::invalid(format!(
            "The input of {name} is not JSON: {error}. Nothing was changed."
        ))
    })?;
    let mut listener = app.events.listen(app.owner());
    let output = dispatch(app, app.owner(), Door::Terminal, name, input).await?;
    print_json(&if events {
        json!({ "answer": output }).to_string()
    } else {
        output.to_string()
    });
    let quiet = app.quiet();
    tokio::pin!(quiet);
    loop {
        tokio::select! {
            biased;
            Some(event) = listener.next(), if events => print_event(&event),
            () = &mut quiet => return Ok(()),
        }
    }
}

fn print_event(event: &engine::event::Event) {
    print_json(&json!({ "event": event }).to_string());
}
