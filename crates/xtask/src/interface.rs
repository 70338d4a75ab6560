//! The interface's npm packages and its built form in `ui/dist`.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::places::Places;
use crate::process::{npm, run_quiet};

const OLDEST_NODE: u32 = 20;
/// What `ui/dist` is made from, beside every setting that lies directly in `ui`.
const SOURCE_FOLDERS: [&str; 2] = ["src", "public"];

/// Whether the npm packages are as the lock file wants them.
pub fn packages_are_ready(places: &Places) -> bool {
    // npm writes this file last, after everything it installed.
    let installed = modified(&places.interface().join("node_modules/.package-lock.json"));
    let wanted = modified(&places.interface().join("package-lock.json"));
    matches!((installed, wanted), (Some(installed), Some(wanted)) if installed >= wanted)
}

pub fn install_packages(places: &Places) -> Result<()> {
    require_node()?;
    let mut command = npm(&places.interface());
    command.args(["ci", "--no-fund", "--no-audit"]);
    let failed = "The interface's npm packages could not be installed. Check the connection to the network and run the \
                  command again; nothing outside ui/node_modules was changed";
    run_quiet(command, failed)?;
    Ok(())
}

/// Whether `ui/dist` is newer than everything it is made from.
pub fn is_built(places: &Places) -> bool {
    let interface = places.interface();
    let Some(built) = modified(&interface.join("dist/index.html")) else {
        return false;
    };
    let folders = SOURCE_FOLDERS
        .iter()
        .filter_map(|folder| newest_in(&interface.join(folder)));
    let settings = fs::read_dir(&interface)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let settings = settings
        .filter(|path| path.is_file())
        .filter_map(|path| modified(&path));
    folders.chain(settings).all(|changed| changed <= built)
}

pub fn build(places: &Places) -> Result<()> {
    run_quiet(
        build_command(places),
        "The interface could not be built; the earlier build, if any, may be incomplete",
    )?;
    Ok(())
}

pub fn build_command(places: &Places) -> Command {
    script(places, "build")
}

/// One of the scripts of `ui/package.json`.
pub fn script(places: &Places, name: &str) -> Command {
    let mut command = npm(&places.interface());
    command.args(["run", "--silent", name]);
    command
}

/// Vite with hot reload. Not through npm, which leaves Vite behind when it is ended.
pub fn vite(places: &Places) -> Command {
    let interface = places.interface();
    let mut command = Command::new("node");
    command
        .arg(interface.join("node_modules/vite/bin/vite.js"))
        .current_dir(interface);
    command
}

/// Tauri's own program, which looks for `src-tauri` below the folder it is started in.
pub fn tauri(places: &Places) -> Command {
    let mut command = Command::new("node");
    command
        .arg(places.interface().join("node_modules/@tauri-apps/cli/tauri.js"))
        .current_dir(&places.root);
    command
}

fn require_node() -> Result<()> {
    let advice = format!("Install Node {OLDEST_NODE} or newer with npm, then run the command again");
    let output = Command::new("node").arg("--version").output();
    let output = output.with_context(|| format!("Node is not installed. Nothing was changed. {advice}"))?;
    let version = String::from_utf8_lossy(&output.stdout);
    if major_version(&version).is_none_or(|major| major < OLDEST_NODE) {
        bail!(
            "Node {} is too old for the interface's tools. Nothing was changed. {advice}",
            version.trim()
        );
    }
    Ok(())
}

/// 20 of "v20.20.2".
fn major_version(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// The newest time of a folder, of what is in it, and of the folders themselves (they change when a file goes).
fn newest_in(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder)
        .ok()?
        .flatten()
        .filter_map(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => newest_in(&entry.path()),
            _ => modified(&entry.path()),
        });
    entries.chain(modified(folder)).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A checkout's `ui` in a folder of its own, removed at the end.
    struct Checkout(Places);

    impl Checkout {
        fn new(name: &str) -> Self {
            let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
            fs::create_dir_all(root.join("ui/src/views")).unwrap();
            let places = Places {
                target: root.join("target"),
                models: root.join("models"),
                root,
            };
            Self(places)
        }

        fn write(&self, file: &str, seconds: u64) {
            let path = self.0.interface().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            self.set_time(file, seconds);
        }

        fn set_time(&self, file: &str, seconds: u64) {
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            fs::File::open(self.0.interface().join(file))
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
    }

    impl Drop for Checkout {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0.root).unwrap();
        }
    }

    #[test]
    fn the_interface_is_built_again_when_a_source_changed() {
        let checkout = Checkout::new("built");
        checkout.write("package.json", 10);
        checkout.write("src/views/a.svelte", 10);
        checkout.set_time("src/views", 10);
        checkout.set_time("src", 10);
        assert!(!is_built(&checkout.0), "nothing is built yet");
        checkout.write("dist/index.html", 20);
        assert!(is_built(&checkout.0));
        checkout.write("src/views/a.svelte", 30);
        assert!(!is_built(&checkout.0), "a source is newer");
        checkout.write("dist/index.html", 40);
        checkout.set_time("src/views", 50);
        assert!(!is_built(&checkout.0), "a source was removed");
        checkout.write("dist/index.html", 60);
        checkout.write("package.json", 70);
        assert!(!is_built(&checkout.0), "a setting changed");
    }

    #[test]
    fn npm_packages_are_installed_again_when_the_lock_file_changed() {
        let checkout = Checkout::new("packages");
        checkout.write("package-lock.json", 10);
        assert!(!packages_are_ready(&checkout.0));
        checkout.write("node_modules/.package-lock.json", 20);
        assert!(packages_are_ready(&checkout.0));
        checkout.write("package-lock.json", 30);
        assert!(!packages_are_ready(&checkout.0));
    }

    #[test]
    fn nodes_version_is_read() {
        assert_eq!(major_version("v20.20.2\n"), Some(20));
        assert_eq!(major_version("nonsense"), None);
    }
}
