//! `characterchat chat`: a line on standard input is a message, the reply streams to standard output.

use std::io::IsTerminal;
use std::time::Duration;

use app::commands::{
    ConversationView, Nothing, OpenConversation, SendMessage, get_settings, open_conversation, send_message,
};
use app::{App, Error, Result};
use engine::blank::is_blank;
use engine::event::Event;
use engine::ids::{CharacterId, OperationId};
use engine::view::ErrorView;
use tokio::io::{AsyncBufReadExt, BufReader};
use uuid::Uuid;

use super::printing::{print, print_line, tell};
use super::reply::ReplyPrinter;

/// Ids that are named to one who asked for another.
const LISTED: usize = 20;
/// Memory that takes longer than this at the end of the input is written another time.
const MEMORY_ENDS_WITHIN: Duration = Duration::from_secs(20);

/// Talks until the input ends. An error of one turn is told on standard error and the talk goes on; when the last turn failed, the
/// program fails too, so that a script notices.
pub async fn chat(app: &App, character: Option<String>) -> Result<()> {
    let session = app.owner();
    let character_id = match &character {
        Some(id) => CharacterId::parse(id).map_err(|error| unknown(app, id, "invalid_input", &error.to_string()))?,
        None => get_settings(app, session, Nothing {}).await?.default_character,
    };
    let wanted = OpenConversation {
        character_id: character_id.clone(),
        conversation_id: None,
    };
    let mut conversation = open_conversation(app, session, wanted)
        .await
        .map_err(|error| match error.code {
            "character_missing" => unknown(app, character_id.as_str(), error.code, "there is no such character"),
            _ => error,
        })?;
    let terminal = std::io::stdin().is_terminal();
    if terminal {
        greet(&conversation);
    }
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let mut last_error = None;
    loop {
        if terminal {
            print("> ");
        }
        let line = lines
            .next_line()
            .await
            .map_err(|error| Error::invalid(format!("The input cannot be read as UTF-8 text: {error}")))?;
        let Some(line) = line else { break };
        if is_blank(&line) {
            continue;
        }
        last_error = say(app, &mut conversation, line).await.inspect_err(tell).err();
    }
    if terminal {
        print_line("");
    }
    let_memory_finish(app).await;
    match last_error {
        Some(_) => Err(Error::new(
            "last_turn_failed",
            "The last message got no whole reply; what happened stands above.",
        )),
        None => Ok(()),
    }
}

/// What was said last is read for memory after the reply, and a piped talk would end before that. Whoever interrupts does not
/// wait: what was not read is read after a later reply.
async fn let_memory_finish(app: &App) {
    tokio::select! {
        () = app.at_rest() => {}
        () = tokio::time::sleep(MEMORY_ENDS_WITHIN) => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// Nobody has this id: who might have been meant, and who is there.
fn unknown(app: &App, id: &str, code: &'static str, reason: &str) -> Error {
    let known: Vec<String> = app
        .library
        .list()
        .into_iter()
        .map(|listed| listed.id.to_string())
        .collect();
    let meant = match nearest(id, &known) {
        Some(near) => format!(" Did you mean {near}?"),
        None => String::new(),
    };
    let more = known.len().saturating_sub(LISTED);
    let listed = known
        .iter()
        .take(LISTED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    let and_more = if more == 0 {
        String::new()
    } else {
        format!(" and {more} more")
    };
    Error::new(
        code,
        format!(
            "--character {id:?}: {reason}. Nothing was changed.{meant} The ids are {listed}{and_more}; \
             `characterchat call list_characters` tells who they are."
        ),
    )
}

/// The id that looks most like what was typed; none when none does.
fn nearest<'a>(typed: &str, known: &'a [String]) -> Option<&'a str> {
    let typed = typed.trim().to_lowercase().replace([' ', '-'], "_");
    if let Some(holds) = known.iter().find(|id| typed.len() > 2 && id.contains(&typed)) {
        return Some(holds);
    }
    let (differences, id) = known.iter().map(|id| (differences(&typed, id), id)).min()?;
    (differences <= typed.chars().count() / 3).then_some(id)
}

/// How many letters must be put in, taken out or changed to make one word of the other (Levenshtein 1966; one row at a time).
fn differences(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (number, letter) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], number + 1);
        for (at, same) in other.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *same);
            diagonal = row[at + 1];
            row[at + 1] = changed.min(diagonal + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

/// The last words of the conversation, so that one knows where one is.
fn greet(conversation: &ConversationView) {
    print_line(&format!(
        "{}: {}",
        conversation.character_name, conversation.character_description
    ));
    for message in conversation.page.messages.iter().rev().take(4).rev() {
        print_line("");
        print_line(&message.text);
    }
}

async fn say(app: &App, conversation: &mut ConversationView, text: String) -> Result<()> {
    let session = app.owner();
    let mut listener = app.events.listen(session);
    let operation_id = OperationId(Uuid::now_v7());
    let send = SendMessage {
        conversation_id: conversation.id,
        text,
        expected_revision: conversation.revision,
        operation_id,
    };
    let started = send_message(app, session, send).await?;
    conversation.revision = started.revision;
    let mut printer = ReplyPrinter::default();
    while let Some(event) = listener.next().await {
        match event {
            Event::TurnDelta { message_id, spans, .. } if message_id == started.reply_id => {
                printer.print(&spans);
            }
            Event::TurnCommitted { message, revision, .. } if message.id == started.reply_id => {
                conversation.revision = revision;
                printer.finish();
                print_line("");
                return Ok(());
            }
            Event::TurnCutShort {
                message,
                error,
                revision,
                ..
            } if message.id == started.reply_id => {
                conversation.revision = revision;
                printer.finish();
                print_line("");
                return error.map_or(Ok(()), |error| Err(kept(&error, "What was written so far is kept.")));
            }
            Event::TurnFailed {
                message_id,
                error,
                revision,
                ..
            } if message_id == started.reply_id => {
                conversation.revision = revision;
                printer.finish();
                return error.map_or(Ok(()), |error| Err(kept(&error, "Nothing was stored; say it again.")));
            }
            Event::Resync => {
                printer.finish();
                return Err(Error::new(
                    "events_lost",
                    "The terminal was too slow to show the reply; it is stored.",
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

fn kept(error: &ErrorView, what: &str) -> Error {
    Error::new(
        "turn_failed",
        format!("{}. {what}", error.message.trim_end_matches('.')),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_was_meant() {
        let known = ["sherlock_holmes", "captain_nemo", "scheherazade"].map(str::to_owned);
        for (typed, meant) in [
            ("sherlock_holms", Some("sherlock_holmes")),
            ("Sherlock Holmes", Some("sherlock_holmes")),
            ("nemo", Some("captain_nemo")),
            ("captain-memo", Some("captain_nemo")),
            ("sheherazade", Some("scheherazade")),
            ("nobody", None),
            ("", None),
            ("../x", None),
        ] {
            assert_eq!(nearest(typed, &known), meant, "{typed}");
        }
        assert_eq!(differences("kitten", "sitting"), 3);
        assert_eq!(differences("", "abc"), 3);
    }
}
