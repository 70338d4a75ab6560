//! `cargo xtask test`: every check and test, one after the other; the first failure ends it.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::{DESKTOP, EMBEDDED_INTERFACE, SERVER, single_option};
use crate::places::Places;
use crate::process::{cargo, duration, run_quiet};
use crate::setup::{self, Steps};
use crate::system_packages::Purpose;
use crate::{interface, licences};

/// End-to-end tests lie in modules with these names, so that they can be chosen and left out by name.
const BROWSER_TESTS: &str = "browser::";
const DESKTOP_TESTS: &str = "desktop::";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Everything,
    /// Without the browser and the desktop window.
    Quick,
}

struct Check {
    name: &'static str,
    command: Command,
    /// A test run that finds no test has lost them, and must not pass.
    counts_tests: bool,
}

pub fn test(arguments: &[String]) -> Result<()> {
    let scope = if single_option(arguments, "--quick")? {
        Scope::Quick
    } else {
        Scope::Everything
    };
    let started = Instant::now();
    let places = Places::find()?;
    let purpose = match scope {
        Scope::Everything => Purpose::Tests,
        Scope::Quick => Purpose::Web,
    };
    let mut steps = setup::set_up(&places, purpose, checks_of(&places, scope, "cargo-deny").len() + 1)?;
    steps.begin("Finding cargo-deny, which checks licences");
    let cargo_deny = licences::program(&places)?;
    let mut times = Vec::new();
    for check in checks_of(&places, scope, &cargo_deny) {
        let name = check.name;
        times.push((
            name,
            perform(&mut steps, check).with_context(|| summary_of_failure(name, &times))?,
        ));
    }
    println!(
        "\nall {} checks passed in {}: {}",
        times.len(),
        duration(started.elapsed()),
        list(&times)
    );
    Ok(())
}

fn perform(steps: &mut Steps, check: Check) -> Result<Duration> {
    steps.begin(check.name);
    let started = Instant::now();
    let written = run_quiet(check.command, "what it wrote stands above")?;
    let time = started.elapsed();
    if check.counts_tests {
        let count = tests_passed(&written);
        if count == 0 {
            bail!("no test was found, so nothing was tried");
        }
        println!("      {count} tests, {}", duration(time));
    } else {
        println!("      {}", duration(time));
    }
    Ok(time)
}

fn checks_of(places: &Places, scope: Scope, cargo_deny: impl AsRef<Path>) -> Vec<Check> {
    let mut checks = interface_checks(places);
    checks.push(quiet(
        "Licences and sources of dependencies",
        licences::check_command(places, cargo_deny.as_ref()),
    ));
    checks.extend(rust_checks(places, scope));
    if scope == Scope::Everything {
        checks.extend(end_to_end_checks(places));
    }
    checks
}

fn interface_checks(places: &Places) -> Vec<Check> {
    let mut formatting = cargo();
    formatting
        .args(["fmt", "--all", "--check", "--", "--color=never"])
        .current_dir(&places.root);
    vec![
        quiet("Rust formatting", formatting),
        quiet(
            "Interface formatting (Prettier)",
            interface::script(places, "format:check"),
        ),
        quiet("Interface types (svelte-check)", interface::script(places, "check")),
        quiet("Interface tests (Vitest)", interface::script(places, "test")),
    ]
}

fn rust_checks(places: &Places, scope: Scope) -> Vec<Check> {
    let mut clippy = whole_cargo(places, "clippy", scope);
    clippy.args(["--", "-D", "warnings"]);
    let mut tests = tests_of(places, scope);
    tests.args(["--", "--skip", BROWSER_TESTS, "--skip", DESKTOP_TESTS]);
    vec![
        quiet("Rust lints (clippy)", clippy),
        // With every target, so that the tests after it find the programs that they start.
        quiet("Rust build", whole_cargo(places, "build", scope)),
        counted("Rust tests", tests),
    ]
}

fn end_to_end_checks(places: &Places) -> Vec<Check> {
    let mut browser = tests_of(places, Scope::Everything);
    browser.args(["--", BROWSER_TESTS]);
    let mut desktop = tests_of(places, Scope::Everything);
    desktop.args(["--", DESKTOP_TESTS]);
    vec![
        counted("End-to-end tests in the browser", browser),
        counted("End-to-end tests of the window", desktop),
    ]
}

/// A cargo command for all targets of all packages, in one and the same selection for every check, because another
/// selection would compile the dependencies again. Without WebKit, the desktop shell stays out.
fn whole_cargo(places: &Places, subcommand: &str, scope: Scope) -> Command {
    let mut command = places.with_resources(cargo());
    command.args([subcommand, "--locked", "--workspace", "--all-targets"]);
    match scope {
        Scope::Everything => command.args(EMBEDDED_INTERFACE),
        Scope::Quick => command.args(["--exclude", DESKTOP]),
    };
    command
}

/// `cargo test` with everything the tests are told through the environment.
fn tests_of(places: &Places, scope: Scope) -> Command {
    let mut command = whole_cargo(places, "test", scope);
    command.env("CHARACTERCHAT_BIN", places.program(SERVER));
    command.env("CHARACTERCHAT_DESKTOP_BIN", places.program(DESKTOP));
    // A test writes into folders of its own; one that forgets must not reach the user's.
    command.env("CHARACTERCHAT_HOME", places.tools().join("home-of-tests"));
    command
}

fn quiet(name: &'static str, command: Command) -> Check {
    Check {
        name,
        command,
        counts_tests: false,
    }
}

fn counted(name: &'static str, command: Command) -> Check {
    Check {
        name,
        command,
        counts_tests: true,
    }
}

/// The sum over all test programs of "test result: ok. 12 passed; …".
fn tests_passed(written: &str) -> usize {
    let results = written
        .lines()
        .filter_map(|line| line.trim().strip_prefix("test result: ok. "));
    results
        .filter_map(|rest| rest.split(' ').next()?.parse::<usize>().ok())
        .sum()
}

fn summary_of_failure(name: &str, times: &[(&str, Duration)]) -> String {
    match times.is_empty() {
        true => format!("{name} failed; nothing ran before it"),
        false => format!("{name} failed; passed before it: {}", list(times)),
    }
}

fn list(times: &[(&str, Duration)]) -> String {
    let each: Vec<String> = times
        .iter()
        .map(|(name, time)| format!("{name} {}", duration(*time)))
        .collect();
    each.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        Places {
            root: "/checkout".into(),
            target: "/target".into(),
            models: "/models".into(),
        }
    }

    #[test]
    fn quick_leaves_out_the_browser_and_the_window() {
        let names = |scope| {
            checks_of(&places(), scope, "cargo-deny")
                .iter()
                .map(|check| check.name)
                .collect::<Vec<_>>()
        };
        let (quick, everything) = (names(Scope::Quick), names(Scope::Everything));
        assert!(everything.starts_with(&quick));
        assert!(
            quick
                .iter()
                .all(|name| !name.contains("End-to-end") && !name.contains("Desktop")),
            "{quick:?}"
        );
        assert_eq!(everything.len(), quick.len() + 2);
    }

    #[test]
    fn every_cargo_call_selects_the_same_packages_and_features() {
        for (scope, own) in [
            (Scope::Everything, EMBEDDED_INTERFACE),
            (Scope::Quick, ["--exclude", DESKTOP]),
        ] {
            let mut calls = 0;
            for check in checks_of(&places(), scope, "cargo-deny") {
                let arguments: Vec<_> = check
                    .command
                    .get_args()
                    .map(|argument| argument.to_str().unwrap())
                    .collect();
                if ["clippy", "build", "test"].contains(&arguments[0]) {
                    let selection = ["--locked", "--workspace", "--all-targets", own[0], own[1]];
                    assert_eq!(arguments[1..6], selection, "{}", check.name);
                    calls += 1;
                }
            }
            assert!(calls >= 3);
        }
    }

    #[test]
    fn passed_tests_are_counted_over_all_programs() {
        let written = "running 2 tests\ntest result: ok. 2 passed; 0 failed; 0 ignored; finished in 0.0s\n\
                       running 0 tests\ntest result: ok. 0 passed; 0 failed\ntest result: ok. 40 passed; 0 failed\n";
        assert_eq!(tests_passed(written), 42);
        assert_eq!(tests_passed("test result: ok. 0 passed; 0 failed; 9 filtered out"), 0);
    }

    #[test]
    fn a_failure_tells_what_passed_before() {
        assert!(summary_of_failure("Rust build", &[]).contains("nothing ran before it"));
        let summary = summary_of_failure("Rust build", &[("Rust formatting", Duration::from_secs(2))]);
        assert!(
            summary.contains("Rust build failed") && summary.contains("Rust formatting 2.0 s"),
            "{summary}"
        );
    }
}
