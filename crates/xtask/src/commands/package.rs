//! `cargo xtask package`: the installable desktop packages.

use anyhow::Result;

use super::no_arguments;
use crate::interface;
use crate::places::Places;
use crate::process::run_shown;
use crate::setup;
use crate::system_packages::Purpose;

pub fn package(arguments: &[String]) -> Result<()> {
    no_arguments(arguments)?;
    let places = Places::find()?;
    let mut steps = setup::set_up(&places, Purpose::Desktop, 1)?;
    steps.begin("Building the packages (deb, rpm) with every optimisation, which takes long");
    let mut command = places.with_resources(interface::tauri(&places));
    command.args(["build", "--bundles", "deb,rpm"]);
    run_shown(
        command,
        "The packages could not be built. Nothing was installed or changed outside the target folder",
    )
}
