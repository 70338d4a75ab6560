//! Keeps the folders of the computer that builds a package out of the program in it: the places in the sources that a panic names would
//! else begin with somebody's home.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::places::Places;

/// Between the flags in `CARGO_ENCODED_RUSTFLAGS`.
const BETWEEN: char = '\u{1f}';

/// Lets a build of Cargo write made-up folders for the real ones, and leave out the names of functions. Flags that the user has set stay.
/// Cargo keeps what is built so apart from what is built without, so that no other command has to build anything again.
pub fn hide_this_computer(command: &mut Command, places: &Places) -> Result<()> {
    let folders = folders(places)?;
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let set = match variable("CARGO_ENCODED_RUSTFLAGS") {
        encoded if encoded.is_empty() => variable("RUSTFLAGS").split_whitespace().map(str::to_owned).collect(),
        encoded => encoded.split(BETWEEN).map(str::to_owned).collect::<Vec<_>>(),
    };
    let flags: Vec<String> = set.into_iter().chain(rust_flags(&folders)).collect();
    command.env("CARGO_ENCODED_RUSTFLAGS", flags.join(&BETWEEN.to_string()));
    command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    if cfg!(unix) {
        for name in ["CFLAGS", "CXXFLAGS"] {
            command.env(name, format!("{} {}", variable(name), c_flags(&folders)).trim());
        }
    }
    Ok(())
}

/// Each real folder, and what stands in its place. Of two that match, the later one counts, so the inner ones come last.
fn folders(places: &Places) -> Result<Vec<(PathBuf, &'static str)>> {
    let home = std::env::home_dir().context("no home folder is known, so where Cargo keeps sources is not either")?;
    let variable = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let toolchain = variable("RUSTUP_HOME").unwrap_or_else(|| home.join(".rustup"));
    let cargo = variable("CARGO_HOME").unwrap_or_else(|| home.join(".cargo"));
    Ok(vec![
        (toolchain, "/rust"),
        (cargo, "/cargo"),
        (places.root.clone(), "/characterchatbot"),
        (places.target.clone(), "/target"),
    ])
}

fn rust_flags(folders: &[(PathBuf, &str)]) -> Vec<String> {
    let flag = |(from, to): &(PathBuf, &str)| format!("--remap-path-prefix={}={to}", from.display());
    folders.iter().map(flag).collect()
}

/// The same for C and C++. Their flags stand in one line, so a folder with a space in its name cannot be told.
fn c_flags(folders: &[(PathBuf, &str)]) -> String {
    let can_be_told = |path: &Path| !OsStr::as_encoded_bytes(path.as_os_str()).contains(&b' ');
    let flags = folders
        .iter()
        .filter(|(from, _)| can_be_told(from))
        .map(|(from, to)| format!("-ffile-prefix-map={}={to}", from.display()));
    flags.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program in the package named the home of who had built it, 1354 times.
    #[test]
    fn every_real_folder_has_a_made_up_one() {
        let folders = [
            (PathBuf::from("/home/somebody/.cargo"), "/cargo"),
            (PathBuf::from("/a folder"), "/target"),
        ];
        assert_eq!(
            rust_flags(&folders),
            [
                "--remap-path-prefix=/home/somebody/.cargo=/cargo",
                "--remap-path-prefix=/a folder=/target"
            ]
        );
        assert_eq!(c_flags(&folders), "-ffile-prefix-map=/home/somebody/.cargo=/cargo");
    }
}
