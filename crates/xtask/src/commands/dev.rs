//! `cargo xtask dev`: hot reload. Vite reloads the interface; the server is built and started again when Rust code, a
//! manifest or a prompt changes.

use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};

use super::{ALL_BUT_DESKTOP, SERVER, single_option};
use crate::interface;
use crate::places::Places;
use crate::process::{become_program, cargo, run_shown, stop};
use crate::setup;
use crate::system_packages::Purpose;

/// Where Vite passes the commands on to.
const SERVER_PORT: &str = "7878";
const INTERVAL: Duration = Duration::from_secs(1);

pub fn dev(arguments: &[String]) -> Result<()> {
    let is_desktop = single_option(arguments, "--desktop")?;
    let places = Places::find()?;
    let purpose = if is_desktop { Purpose::Desktop } else { Purpose::Web };
    let mut steps = setup::set_up(&places, purpose, 1)?;
    if is_desktop {
        steps.begin("Opening the window with hot reload; Ctrl+C ends it");
        let mut command = places.with_resources(interface::tauri(&places));
        command.arg("dev");
        return become_program(command);
    }
    steps.begin("Starting the server and Vite with hot reload; Ctrl+C ends both");
    let mut vite = interface::script(&places, "dev");
    vite.env("CHARACTERCHAT_BACKEND", format!("http://127.0.0.1:{SERVER_PORT}"));
    let mut vite = vite.spawn().context("npm could not be started")?;
    let result = serve_and_watch(&places, &mut vite);
    stop(&mut vite)?;
    result
}

/// Ends only when Vite does.
fn serve_and_watch(places: &Places, vite: &mut Child) -> Result<()> {
    let mut server = None;
    let mut built = None;
    loop {
        let now = fingerprint(places);
        if built.as_ref() != Some(&now) {
            built = Some(now);
            if build(places) {
                restart(places, &mut server)?;
            }
        }
        if let Some(status) = vite.try_wait().context("Vite was lost")? {
            if let Some(mut server) = server {
                stop(&mut server)?;
            }
            bail!("Vite ended ({status}); the server was ended too. Its own message stands above");
        }
        std::thread::sleep(INTERVAL);
    }
}

/// A build that fails leaves the running server as it is; the next change tries again.
fn build(places: &Places) -> bool {
    let mut command = cargo();
    command
        .arg("build")
        .args(ALL_BUT_DESKTOP)
        .args(["--bin", SERVER])
        .current_dir(&places.root);
    match run_shown(
        command,
        "The server could not be built; the one before goes on. Change the code to try again",
    ) {
        Ok(()) => true,
        Err(error) => {
            println!("{error:#}");
            false
        }
    }
}

fn restart(places: &Places, server: &mut Option<Child>) -> Result<()> {
    if let Some(mut earlier) = server.take() {
        stop(&mut earlier)?;
    }
    let mut command = places.with_resources(Command::new(places.program(SERVER)));
    command.args(["serve", "--port", SERVER_PORT]);
    *server = Some(command.spawn().context("the server could not be started")?);
    Ok(())
}

/// How many files the server is made from, and when the latest changed.
#[derive(Default, PartialEq, Eq, Debug)]
struct Fingerprint {
    files: usize,
    latest: Option<SystemTime>,
}

fn fingerprint(places: &Places) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add_file(&places.root.join("Cargo.toml"));
    fingerprint.add_folder(&places.root.join("crates"), |path| {
        path.extension()
            .is_some_and(|extension| extension == "rs" || extension == "toml" || extension == "sql")
    });
    fingerprint.add_folder(&places.root.join("prompts"), |_| true);
    fingerprint
}

impl Fingerprint {
    fn add_folder(&mut self, folder: &Path, counts: fn(&Path) -> bool) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.add_folder(&path, counts);
            } else if counts(&path) {
                self.add_file(&path);
            }
        }
    }

    fn add_file(&mut self, path: &Path) {
        // An editor may replace the file at this moment; the next look finds it.
        if let Ok(changed) = std::fs::metadata(path).and_then(|data| data.modified()) {
            self.files += 1;
            self.latest = self.latest.max(Some(changed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_added_or_removed_source_changes_the_fingerprint() {
        let root = std::env::temp_dir().join(format!("xtask-dev-{}", std::process::id()));
        let places = Places {
            target: root.join("target"),
            models: root.join("models"),
            root: root.clone(),
        };
        let write = |file: &str, seconds: u64| {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            std::fs::File::open(&path).unwrap().set_modified(time).unwrap();
        };
        write("Cargo.toml", 1);
        write("crates/a/src/lib.rs", 2);
        write("prompts/reply.txt", 3);
        let first = fingerprint(&places);
        assert_eq!(
            first,
            Fingerprint {
                files: 3,
                latest: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(3))
            }
        );
        write("crates/a/notes.md", 4);
        assert_eq!(fingerprint(&places), first, "not a source");
        write("crates/a/src/lib.rs", 5);
        let second = fingerprint(&places);
        assert_ne!(second, first, "a source changed");
        std::fs::remove_file(root.join("prompts/reply.txt")).unwrap();
        assert_ne!(fingerprint(&places), second, "a prompt was removed");
        std::fs::remove_dir_all(root).unwrap();
    }
}
