//! What may stand after the program's name: nothing, or a question about the program itself, which is answered before anything is made.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "CharacterChatBot: talk with fictional characters who remember you.

Usage: characterchat-desktop            opens the window
       characterchat-desktop --help     prints this
       characterchat-desktop --version  prints the version

CHARACTERCHAT_HOME moves the data folder, CHARACTERCHAT_MODELS the folder of the models; CHARACTERCHAT_RESOURCES says where the
characters and prompts lie that come with the program.";

/// How a program ends that was called wrongly, as shells know it.
const CALLED_WRONGLY: u8 = 2;

#[derive(Debug, PartialEq, Eq)]
enum Asked {
    Window,
    Help,
    Version,
    Unknown(String),
}

/// Answers what was asked; none when the window is wanted.
pub fn answer(arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let said = match read(arguments) {
        Asked::Window => return None,
        Asked::Help => USAGE.to_owned(),
        Asked::Version => format!("CharacterChatBot {}", env!("CARGO_PKG_VERSION")),
        Asked::Unknown(argument) => {
            eprintln!("{argument:?} is not known to characterchat-desktop. Nothing was done.\n\n{USAGE}");
            return Some(ExitCode::from(CALLED_WRONGLY));
        }
    };
    // The reader may have gone before the end (`| head`).
    let _ = writeln!(std::io::stdout(), "{said}");
    Some(ExitCode::SUCCESS)
}

fn read(arguments: impl Iterator<Item = OsString>) -> Asked {
    let mut asked = Asked::Window;
    for argument in arguments {
        asked = match argument.to_str() {
            Some("--help" | "-h") => Asked::Help,
            Some("--version" | "-V") => Asked::Version,
            _ => return Asked::Unknown(argument.to_string_lossy().into_owned()),
        };
    }
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(words: &str, expected: &Asked) {
        let asked = read(words.split_whitespace().map(OsString::from));
        assert_eq!(&asked, expected, "{words}");
    }

    /// All of them opened the window.
    #[test]
    fn questions_about_the_program_are_answered_and_what_is_unknown_is_told() {
        check("", &Asked::Window);
        check("--help", &Asked::Help);
        check("-h", &Asked::Help);
        check("--version", &Asked::Version);
        check("-V", &Asked::Version);
        check("--verbose", &Asked::Unknown("--verbose".to_owned()));
        check("--help --verbose", &Asked::Unknown("--verbose".to_owned()));
        check("book.epub", &Asked::Unknown("book.epub".to_owned()));
    }
}
