//! `cargo xtask generate`: writes the interface's TypeScript types anew from the Rust types.

use anyhow::Result;

use super::{ALL_BUT_DESKTOP, no_arguments};
use crate::places::Places;
use crate::process::{cargo, run_shown};

pub fn generate(arguments: &[String]) -> Result<()> {
    no_arguments(arguments)?;
    let places = Places::find()?;
    let mut build = cargo();
    build
        .arg("build")
        .args(ALL_BUT_DESKTOP)
        .args(["--bin", "generate"])
        .current_dir(&places.root);
    run_shown(build, "The generator could not be built. The types are as they were")?;
    let command = places.with_resources(std::process::Command::new(places.program("generate")));
    run_shown(
        command,
        "The types could not be written; some may be new and others old. Run the command again",
    )
}
