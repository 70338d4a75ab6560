//! `cargo xtask bench`: measures one thing, optimised as in a release.

use std::process::Command;

use anyhow::Result;

use super::{BENCH, DESKTOP, EMBEDDED_INTERFACE, SERVER, build_of};
use crate::places::Places;
use crate::process::{become_program, run_shown};

pub fn bench(arguments: &[String]) -> Result<()> {
    let places = Places::find()?;
    let measures_window = arguments.first().is_some_and(|name| name == "start");
    let mut build = if measures_window {
        let mut build = build_of(&places, &[BENCH, SERVER, DESKTOP]);
        build.args(EMBEDDED_INTERFACE);
        build
    } else {
        build_of(&places, &[BENCH, SERVER])
    };
    build.arg("--release");
    // cargo talks on standard error; standard output belongs to the one line of JSON.
    run_shown(build, "The measurement could not be built. Nothing was measured")?;
    let mut command = places.with_resources(Command::new(places.release_program(BENCH)));
    // The program itself lists its names when none or an unknown one is given.
    command
        .env("CHARACTERCHAT_BIN", places.release_program(SERVER))
        .env("CHARACTERCHAT_DESKTOP_BIN", places.release_program(DESKTOP))
        .env("CHARACTERCHAT_PACKAGES", places.target.join("packages"))
        .args(arguments);
    become_program(command)
}
