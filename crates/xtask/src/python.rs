//! Python, for the models: they come from its package registry.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::places::Places;
use crate::process::{Sign, StateLine, megabytes, on_path, run_watched};

/// What the conversion of the embedding model imports. The version of `gguf` decides the bytes of the result.
const CONVERSION_PACKAGES: &[&str] = &["gguf==0.19.0", "numpy>=1.26,<3", "safetensors>=0.5,<1"];

/// The full path of the interpreter.
pub fn interpreter() -> Result<PathBuf> {
    let found = ["python3", "python"].iter().find_map(|name| on_path(name));
    found.context(
        "Python 3 is not installed, and the models come from its package registry. Nothing was changed. \
         Install Python 3.10 or newer with pip, then run the command again",
    )
}

/// Whether the interpreter can install packages.
pub fn has_pip(interpreter: &Path) -> bool {
    let mut command = Command::new(interpreter);
    command
        .args(["-m", "pip", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Downloads one package as it was published (a wheel) into a folder. `bytes` is its size, for the progress.
pub fn download(package: &str, folder: &Path, bytes: u64) -> Result<()> {
    let mut command = pip(&["download", "--no-deps", "--only-binary=:all:", "--dest"])?;
    command.arg(folder).arg(package);
    run_pip(command, folder, bytes, &format!("{package} could not be downloaded"))
}

/// Runs one of xtask's scripts; gives back what it printed.
pub fn run_script(places: &Places, name: &str, arguments: &[&Path], what_failed: &str) -> Result<String> {
    let mut command = Command::new(interpreter()?);
    command
        .arg(places.script(name))
        .args(arguments)
        .env("PYTHONPATH", conversion_folder(places));
    // Bytecode would land among the sources.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    run_watched(command, what_failed, |_| ())
}

/// Makes sure that the conversion's packages are in xtask's own folder. The user's Python stays as it is: a folder of
/// its own needs no virtual environment (which Debian ships apart), and is allowed where the system manages Python.
pub fn install_conversion_packages(places: &Places) -> Result<()> {
    let folder = conversion_folder(places);
    if can_convert(&folder)? {
        return Ok(());
    }
    let new = folder.with_extension("new");
    for old in [&folder, &new] {
        if old.exists() {
            std::fs::remove_dir_all(old).context("an old folder of tools could not be removed")?;
        }
    }
    std::fs::create_dir_all(&new).context("no folder for tools could be made in the target folder")?;
    let mut command = pip(&[
        "install",
        "--only-binary=:all:",
        "--no-warn-script-location",
        "--target",
    ])?;
    command.arg(&new).args(CONVERSION_PACKAGES);
    run_pip(
        command,
        &new,
        0,
        "The packages that convert the embedding model could not be installed",
    )?;
    std::fs::rename(&new, &folder).context("the packages could not be put in their place")?;
    if !can_convert(&folder)? {
        bail!("The packages that convert the embedding model were installed but cannot be imported by this Python");
    }
    Ok(())
}

fn conversion_folder(places: &Places) -> PathBuf {
    places.tools().join("python")
}

fn can_convert(folder: &Path) -> Result<bool> {
    let mut command = Command::new(interpreter()?);
    command
        .args(["-c", "import gguf, numpy, safetensors.numpy"])
        .env("PYTHONPATH", folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    Ok(folder.exists() && command.status().is_ok_and(|status| status.success()))
}

fn pip(arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(interpreter()?);
    command.args([
        "-m",
        "pip",
        "--quiet",
        "--no-cache-dir",
        "--no-input",
        "--disable-pip-version-check",
    ]);
    command.args(arguments);
    // Settings a user may have, which forbid or redirect what goes to a folder of our own.
    command
        .env("PIP_REQUIRE_VIRTUALENV", "0")
        .env("PIP_USER", "0")
        .env("PIP_ROOT_USER_ACTION", "ignore");
    Ok(command)
}

/// pip shows no progress when it is quiet, so the folder it downloads to is watched.
fn run_pip(mut command: Command, folder: &Path, bytes: u64, what_failed: &str) -> Result<()> {
    let temporary = folder.join("incoming");
    std::fs::create_dir_all(&temporary).context("no folder for the download could be made")?;
    command
        .env("TMPDIR", &temporary)
        .env("TEMP", &temporary)
        .env("TMP", &temporary);
    let mut state = StateLine::default();
    let advice = "Check the connection to the network and run the command again; nothing else was changed.";
    run_watched(command, &format!("{what_failed}. {advice}"), |sign| {
        if matches!(sign, Sign::Tick) {
            let arrived = bytes_in(folder);
            match bytes {
                0 => state.show(&megabytes(arrived)),
                _ => state.show(&format!("{} of {}", megabytes(arrived.min(bytes)), megabytes(bytes))),
            }
        }
    })?;
    std::fs::remove_dir_all(&temporary).context("the download's folder could not be removed")
}

fn bytes_in(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return 0;
    };
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => bytes_in(&entry.path()),
        Ok(data) => data.len(),
        // pip moves files while they are counted.
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}
