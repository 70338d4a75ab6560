//! `cargo xtask soak`: long trials of what must never break.

use std::process::Command;

use anyhow::Result;

use super::{ALL_BUT_DESKTOP, SERVER};
use crate::places::Places;
use crate::process::{become_program, cargo, run_shown};

pub fn soak(arguments: &[String]) -> Result<()> {
    let places = Places::find()?;
    let mut build = cargo();
    build
        .arg("build")
        .args(ALL_BUT_DESKTOP)
        .args(["--bin", "soak", "--bin", SERVER])
        .current_dir(&places.root);
    run_shown(build, "The trial could not be built. Nothing was tried")?;
    let mut command = places.with_resources(Command::new(places.program("soak")));
    // The program itself lists its names when none or an unknown one is given.
    command.env("CHARACTERCHAT_BIN", places.program(SERVER)).args(arguments);
    become_program(command)
}
