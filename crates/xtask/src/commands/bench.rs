//! `cargo xtask bench`: measures one thing, optimised as in a release.

use anyhow::Result;

use super::TESTS;
use crate::places::Places;
use crate::process::{become_program, cargo};

pub fn bench(arguments: &[String]) -> Result<()> {
    let places = Places::find()?;
    let mut command = places.with_resources(cargo());
    // The program itself lists its names when none or an unknown one is given.
    command
        .args([
            "run",
            "--quiet",
            "--release",
            "--package",
            TESTS,
            "--bin",
            "bench",
            "--",
        ])
        .args(arguments);
    become_program(command)
}
