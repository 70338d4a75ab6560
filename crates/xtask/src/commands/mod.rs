//! The commands of `cargo xtask`, one file each.

mod bench;
mod dev;
mod generate;
mod package;
mod run;
mod soak;
mod test;

use anyhow::{Result, bail};

use crate::HELP;

/// Everything but the desktop shell, which needs WebKit. Every cargo call for these crates selects them in this same
/// way: another selection can turn on other features, and then the dependencies are compiled again.
const ALL_BUT_DESKTOP: [&str; 3] = ["--workspace", "--exclude", DESKTOP];
/// The desktop shell with the built interface inside, as users get it.
const ONLY_DESKTOP: [&str; 4] = ["--package", DESKTOP, "--features", "tauri/custom-protocol"];
/// The desktop shell's package and program.
const DESKTOP: &str = "characterchat-desktop";
/// The program for the browser and the terminal.
const SERVER: &str = "characterchat";
/// The package with the programs that measure, try and generate.
const TESTS: &str = "characterchat-tests";

pub fn dispatch(arguments: &[String]) -> Result<()> {
    let Some((command, rest)) = arguments.split_first() else {
        println!("{HELP}");
        return Ok(());
    };
    if rest.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{HELP}");
        return Ok(());
    }
    match command.as_str() {
        "run" => run::run(rest),
        "dev" => dev::dev(rest),
        "test" => test::test(rest),
        "bench" => bench::bench(rest),
        "soak" => soak::soak(rest),
        "generate" => generate::generate(rest),
        "package" => package::package(rest),
        "help" | "--help" | "-h" => {
            println!("{HELP}");
            Ok(())
        }
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
