//! `cargo xtask soak`: long trials of what must never break.

use std::process::Command;

use anyhow::Result;

use super::{SCRIPTED, SERVER, SOAK, build_of};
use crate::places::Places;
use crate::process::{become_program, run_shown};

pub fn soak(arguments: &[String]) -> Result<()> {
    let places = Places::find()?;
    run_shown(
        build_of(&places, &[SOAK, SERVER, SCRIPTED]),
        "The trial could not be built. Nothing was tried",
    )?;
    let mut command = places.with_resources(Command::new(places.program(SOAK)));
    // The program itself lists its names when none or an unknown one is given.
    command.env("CHARACTERCHAT_BIN", places.program(SERVER)).args(arguments);
    become_program(command)
}
