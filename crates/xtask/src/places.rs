//! Where things lie: the checkout, what is built, the data folder, the models.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

const APP_FOLDER: &str = "characterchatbot";

pub struct Places {
    /// The checkout: the folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
    /// Cargo's target folder, wherever the user's settings put it.
    pub target: PathBuf,
    /// The folder that holds the models' GGUF files, shared by all checkouts and by the installed app.
    pub models: PathBuf,
}

impl Places {
    pub fn find() -> Result<Self> {
        let root = checkout_root()?;
        let target = target_folder(&root)?;
        let variable = |name: &str| std::env::var_os(name);
        let models = models_folder(std::env::consts::OS, variable).context(
            "no folder to keep the models in: neither HOME (on Windows APPDATA) nor CHARACTERCHAT_MODELS is set. \
             Set CHARACTERCHAT_MODELS to a folder and run the command again",
        )?;
        Ok(Self {
            root,
            target,
            models: absolute(models)?,
        })
    }

    pub fn interface(&self) -> PathBuf {
        self.root.join("ui")
    }

    pub fn script(&self, name: &str) -> PathBuf {
        self.root.join("crates/xtask/scripts").join(name)
    }

    /// Programs and packages that only xtask uses; safe to delete.
    pub fn tools(&self) -> PathBuf {
        self.target.join("tools")
    }

    pub fn program(&self, name: &str) -> PathBuf {
        self.target.join("debug").join(program_file(name))
    }

    pub fn release_program(&self, name: &str) -> PathBuf {
        self.target.join("release").join(program_file(name))
    }

    /// A command in the checkout that finds the checkout's resources and the models.
    pub fn with_resources(&self, mut command: Command) -> Command {
        command
            .current_dir(&self.root)
            .env("CHARACTERCHAT_RESOURCES", &self.root)
            .env("CHARACTERCHAT_MODELS", &self.models);
        command
    }
}

/// The file of a program, as the system names it.
pub fn program_file(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}

fn checkout_root() -> Result<PathBuf> {
    // `cargo run` sets it at run time, so a checkout that was moved is still found.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").context("start this through `cargo xtask`, not directly")?;
    let root = Path::new(&package).ancestors().nth(2).map(Path::to_path_buf);
    root.context("the xtask package does not lie in crates/xtask of a checkout")
}

fn target_folder(root: &Path) -> Result<PathBuf> {
    let mut command = crate::process::cargo();
    command
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(root);
    let output = command.output().context("cargo could not be started")?;
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).context("`cargo metadata` gave no answer that can be read")?;
    let target = metadata["target_directory"]
        .as_str()
        .context("`cargo metadata` names no target folder")?;
    Ok(PathBuf::from(target))
}

fn absolute(path: PathBuf) -> Result<PathBuf> {
    std::path::absolute(path).context("the current folder is gone")
}

/// `CHARACTERCHAT_MODELS`, else `models` in the data folder.
fn models_folder(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    filled(&variable, "CHARACTERCHAT_MODELS").or_else(|| Some(data_folder(system, variable)?.join("models")))
}

/// `CHARACTERCHAT_HOME`, else the platform's folder for application data. `system` is Rust's name of it.
fn data_folder(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    if let Some(folder) = filled(&variable, "CHARACTERCHAT_HOME") {
        return Some(folder);
    }
    let base = match system {
        "windows" => filled(&variable, "APPDATA")?,
        "macos" => filled(&variable, "HOME")?.join("Library/Application Support"),
        // The XDG specification says to ignore a relative path.
        _ => filled(&variable, "XDG_DATA_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| Some(filled(&variable, "HOME")?.join(".local/share")))?,
    };
    Some(base.join(APP_FOLDER))
}

fn filled(variable: impl Fn(&str) -> Option<OsString>, name: &str) -> Option<PathBuf> {
    variable(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(system: &str, variables: &[(&str, &str)], models: Option<&str>) {
        let found = models_folder(system, |name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| OsString::from(value))
        });
        assert_eq!(found, models.map(PathBuf::from), "{system} {variables:?}");
    }

    #[test]
    fn models_lie_where_the_platform_keeps_application_data() {
        check(
            "linux",
            &[("HOME", "/h")],
            Some("/h/.local/share/characterchatbot/models"),
        );
        check(
            "linux",
            &[("HOME", "/h"), ("XDG_DATA_HOME", "/x")],
            Some("/x/characterchatbot/models"),
        );
        check(
            "macos",
            &[("HOME", "/h")],
            Some("/h/Library/Application Support/characterchatbot/models"),
        );
        check(
            "windows",
            &[("HOME", "/h"), ("APPDATA", "/a")],
            Some("/a/characterchatbot/models"),
        );
    }

    #[test]
    fn the_apps_own_variables_win() {
        let both = [
            ("HOME", "/h"),
            ("CHARACTERCHAT_HOME", "/data"),
            ("CHARACTERCHAT_MODELS", "/m"),
        ];
        check("linux", &both, Some("/m"));
        check("linux", &both[..2], Some("/data/models"));
    }

    #[test]
    fn an_empty_or_relative_variable_counts_as_absent() {
        check(
            "linux",
            &[("HOME", "/h"), ("CHARACTERCHAT_HOME", "")],
            Some("/h/.local/share/characterchatbot/models"),
        );
        check(
            "linux",
            &[("HOME", "/h"), ("XDG_DATA_HOME", "x")],
            Some("/h/.local/share/characterchatbot/models"),
        );
        check("linux", &[], None);
        check("windows", &[("HOME", "/h")], None);
    }
}
