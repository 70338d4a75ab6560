//! `cargo xtask`: everything that sets the machine up, runs, tests, measures and packages the app.
//!
//! - `commands/`: one file per command
//! - `setup`: what a command needs before it can start, as a list of steps; `system_packages`, `models`, `python`,
//!   `interface` know how to do one kind of step each
//! - `licences`: the check of dependencies' licences and sources; `notices`: their texts, for the packages
//! - `process`: starting other programs; `places`: where things lie
//!
//! Few dependencies on purpose: this is the first thing a fresh clone compiles.
#![expect(clippy::print_stdout, reason = "a command-line program talks on standard output")]

mod commands;
mod interface;
mod licences;
mod models;
mod notices;
mod places;
mod process;
mod python;
mod setup;
mod system_packages;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

  run [--web | --desktop] [--port N]   set up what is missing, then start the app: its window, or without a
                                       screen (or with --web) the browser app, whose address is printed
  dev [--desktop]                      the same with hot reload of the interface and the Rust code
  test [--quick]                       set up what tests need, then run every check and test
                                       (--quick leaves out the browser and the desktop window)
  bench [NAME]                         measure one thing; prints one JSON line; without NAME: the list
  soak [NAME]                          a long trial (for example kill); without NAME: the list
  generate                             write the TypeScript types of the interface anew
  package [--debug] [--bundles KINDS]  build the installable desktop packages (deb,rpm; on macOS dmg, on Windows msi;
                                       appimage when asked for), with the models inside and without them

Folders: CHARACTERCHAT_HOME moves the data folder, CHARACTERCHAT_MODELS the models, CARGO_TARGET_DIR what is built.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match commands::dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}
