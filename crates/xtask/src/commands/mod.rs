//! The commands of `cargo xtask`, one file each.

mod bench;
mod dev;
mod generate;
mod package;
mod run;
mod soak;
mod test;

use std::io::Write;
use std::process::Command;

use anyhow::{Result, bail};

use crate::HELP;
use crate::places::Places;
use crate::process::cargo;

/// Puts the built interface into the desktop shell, as users get it.
const EMBEDDED_INTERFACE: [&str; 2] = ["--features", "tauri/custom-protocol"];
/// The desktop shell's package and program.
const DESKTOP: &str = "characterchat-desktop";
/// The program for the browser and the terminal.
const SERVER: &str = "characterchat";
/// That program with a model that plays a script.
const SCRIPTED: &str = "testserver";
/// The program that measures.
const BENCH: &str = "bench";
/// The program with the long trials.
const SOAK: &str = "soak";
/// The program that writes the interface's types.
const GENERATE: &str = "generate";

/// `cargo build` for some programs. All calls select the whole workspace and then name programs: which packages are
/// selected decides the features of their dependencies, and other features mean compiling the model runtime again. What
/// the named programs do not need (WebKit, say) is not compiled.
fn build_of(places: &Places, programs: &[&str]) -> Command {
    let mut command = cargo();
    command.args(["build", "--workspace"]).current_dir(&places.root);
    for program in programs {
        command.args(["--bin", program]);
    }
    command
}

pub fn dispatch(arguments: &[String]) -> Result<()> {
    let asks_for_help = |argument: &String| ["help", "--help", "-h"].contains(&argument.as_str());
    let Some((command, rest)) = arguments.split_first().filter(|_| !arguments.iter().any(asks_for_help)) else {
        // The reader may have gone before the end (`| head`).
        let _ = writeln!(std::io::stdout(), "{HELP}");
        return Ok(());
    };
    match command.as_str() {
        "run" => run::run(rest),
        "dev" => dev::dev(rest),
        "test" => test::test(rest),
        "bench" => bench::bench(rest),
        "soak" => soak::soak(rest),
        "generate" => generate::generate(rest),
        "package" => package::package(rest),
        unknown => bail!("there is no command {unknown:?}. Nothing was done.\n\n{HELP}"),
    }
}

/// Whether the only option that a command knows was given; any other argument is an error.
fn single_option(arguments: &[String], option: &str) -> Result<bool> {
    match arguments.iter().find(|argument| *argument != option) {
        Some(unknown) => bail!("{unknown:?} is not known here; the only option is {option}. Nothing was done"),
        None => Ok(!arguments.is_empty()),
    }
}

fn no_arguments(arguments: &[String]) -> Result<()> {
    match arguments.first() {
        Some(unknown) => bail!("this command takes no arguments, and {unknown:?} was given. Nothing was done"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn unknown_commands_and_options_are_errors_that_name_them() {
        let error = dispatch(&words("rnu")).unwrap_err().to_string();
        assert!(
            error.contains("rnu") && error.contains("cargo xtask COMMAND"),
            "{error}"
        );
        let error = single_option(&words("--quick --slow"), "--quick")
            .unwrap_err()
            .to_string();
        assert!(error.contains("--slow"), "{error}");
        assert!(no_arguments(&words("now")).is_err());
    }

    #[test]
    fn a_single_option_is_on_or_off() {
        assert!(single_option(&words("--quick"), "--quick").unwrap());
        assert!(!single_option(&[], "--quick").unwrap());
    }
}
