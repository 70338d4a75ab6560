//! What the reader is told, and can do, when the program cannot start, or starts empty after its database was damaged.

use std::path::Path;

use app::Error;
use app::folders::Folders;
use tauri::{AppHandle, Manager};
use tauri_plugin_dialog::{
    DialogExt, MessageDialogBuilder, MessageDialogButtons, MessageDialogKind, MessageDialogResult,
};
use tokio::sync::oneshot;

use crate::window;

const CLOSE: &str = "Close";
const TRY_AGAIN: &str = "Try again";
const BEGIN_EMPTY: &str = "Begin with an empty library";
const SHOW_FOLDER: &str = "Show the folder";
const GO_ON: &str = "Go on";

/// What the reader wants after a start that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    StartAgain,
    End,
}

/// Says why the program could not start, in a dialog of its own: a window that waits for nothing is not left behind it.
pub async fn ask_after_failure(handle: &AppHandle, error: &Error, folders: Option<&Folders>) -> Wish {
    tracing::error!(code = error.code, "the program could not start: {error}");
    eprintln!("{}: {error}", error.code);
    if let Some(window) = handle.get_webview_window(window::LABEL) {
        let _ = window.hide();
    }
    let (words, buttons) = question(error, folders);
    loop {
        let dialog = handle
            .dialog()
            .message(&words)
            .title("CharacterChatBot cannot start")
            .kind(MessageDialogKind::Error)
            .buttons(buttons.clone());
        match (answer(dialog).await.as_deref(), folders) {
            (Some(TRY_AGAIN | BEGIN_EMPTY), _) => return Wish::StartAgain,
            (Some(SHOW_FOLDER), Some(folders)) => show(&folders.data),
            _ => return Wish::End,
        }
    }
}

/// The words of the dialog, and its buttons: only what can help is offered.
fn question(error: &Error, folders: Option<&Folders>) -> (String, MessageDialogButtons) {
    let said = sentence(&error.message);
    let Some(folders) = folders else {
        return (said, MessageDialogButtons::OkCustom(CLOSE.to_owned()));
    };
    // A damaged database that could not be moved away would only be found again.
    if error.code != "storage_damaged" || folders.set_aside().is_none() {
        let buttons = MessageDialogButtons::OkCancelCustom(TRY_AGAIN.to_owned(), CLOSE.to_owned());
        return (said, buttons);
    }
    let words = format!(
        "{said}\n\nNothing was deleted. In an empty library a backup can be brought back (Settings, Data). If you close now, the next start \
         begins with an empty library."
    );
    let buttons =
        MessageDialogButtons::YesNoCancelCustom(BEGIN_EMPTY.to_owned(), SHOW_FOLDER.to_owned(), CLOSE.to_owned());
    (words, buttons)
}

/// Tells at the start after the one that found the damage why the library is empty.
pub async fn tell_of_damage(handle: &AppHandle, kept: &Path) {
    let dialog = handle
        .dialog()
        .message(format!(
            "The library is empty because its database was damaged. The damaged one was not deleted; it lies at {}. A backup can be brought \
             back in the settings, under Data.",
            kept.display()
        ))
        .title("CharacterChatBot begins with an empty library")
        .kind(MessageDialogKind::Warning)
        .buttons(MessageDialogButtons::OkCancelCustom(
            GO_ON.to_owned(),
            SHOW_FOLDER.to_owned(),
        ));
    let dialog = match handle.get_webview_window(window::LABEL) {
        Some(window) => dialog.parent(&window),
        None => dialog,
    };
    if let (Some(SHOW_FOLDER), Some(folder)) = (answer(dialog).await.as_deref(), kept.parent()) {
        show(folder);
    }
}

/// The words on the button that was pressed; none when the dialog was closed.
async fn answer(dialog: MessageDialogBuilder<tauri::Wry>) -> Option<String> {
    let (pressed, answer) = oneshot::channel();
    dialog.show_with_result(move |result| {
        let _ = pressed.send(result);
    });
    match answer.await {
        Ok(MessageDialogResult::Custom(words)) => Some(words),
        _ => None,
    }
}

fn show(folder: &Path) {
    if let Err(error) = open::that_detached(folder) {
        tracing::warn!(kind = ?error.kind(), "the data folder could not be shown");
    }
}

/// Errors of the database begin like the rest of a sentence, for programs that put their name before it.
fn sentence(message: &str) -> String {
    let mut characters = message.chars();
    let begin: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if message.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{begin}{}{end}", characters.as_str())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn folders(data: &Path) -> Folders {
        Folders::new(data.to_owned(), PathBuf::new(), None)
    }

    /// The only button was "Close", below the advice to begin with an empty database.
    #[test]
    fn after_a_damaged_database_the_dialog_offers_what_it_advises() {
        let data = tempfile::tempdir().unwrap();
        let error = Error::new(
            "storage_damaged",
            "the database is damaged; bring back a backup or begin with an empty database",
        );
        let (words, buttons) = question(&error, Some(&folders(data.path())));
        assert!(words.starts_with("The database is damaged") && words.ends_with("empty database."));
        assert!(matches!(buttons, MessageDialogButtons::OkCancelCustom(first, _) if first == TRY_AGAIN));

        std::fs::write(data.path().join("characterchat.sqlite.damaged-20260101T000000Z"), "x").unwrap();
        let (words, buttons) = question(&error, Some(&folders(data.path())));
        assert!(words.contains("the next start begins with an empty library"), "{words}");
        assert!(
            matches!(buttons, MessageDialogButtons::YesNoCancelCustom(first, second, third)
                if (first.as_str(), second.as_str(), third.as_str()) == (BEGIN_EMPTY, SHOW_FOLDER, CLOSE))
        );
    }

    #[test]
    fn without_folders_there_is_nothing_to_try_again() {
        let (words, buttons) = question(&Error::new("no_data_folder", "There is no home folder."), None);
        assert_eq!(words, "There is no home folder.");
        assert!(matches!(buttons, MessageDialogButtons::OkCustom(only) if only == CLOSE));
    }
}
