//! `cargo xtask generate`: writes the interface's TypeScript types anew from the Rust types.

use std::process::Command;

use anyhow::Result;

use super::{GENERATE, build_of, no_arguments};
use crate::places::Places;
use crate::process::run_shown;

pub fn generate(arguments: &[String]) -> Result<()> {
    no_arguments(arguments)?;
    let places = Places::find()?;
    run_shown(
        build_of(&places, &[GENERATE]),
        "The generator could not be built. The types are as they were",
    )?;
    let command = places.with_resources(Command::new(places.program(GENERATE)));
    run_shown(
        command,
        "The types could not be written; some may be new and others old. Run the command again",
    )
}
