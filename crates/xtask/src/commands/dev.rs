//! `cargo xtask dev`: hot reload. Vite reloads the interface; the server is built and started again when Rust code, a
//! manifest or a prompt changes.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};

use super::{SERVER, build_of, single_option};
use crate::interface;
use crate::places::Places;
use crate::process::{become_program, run_shown, stop};
use crate::setup;
use crate::system_packages::Purpose;

/// Where Vite serves the interface (`ui/vite.config.ts`).
const VITE_ADDRESS: &str = "http://localhost:5173";
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
    let backend = Backend {
        port: free_port()?,
        running: None,
    };
    let mut vite = interface::script(&places, "dev");
    vite.env("CHARACTERCHAT_BACKEND", backend.address());
    let mut vite = vite.spawn().context("npm could not be started")?;
    let result = serve_and_watch(&places, &mut vite, backend);
    stop(&mut vite)?;
    result
}

/// The server, which keeps its port when it is started anew, because Vite knows it by that.
struct Backend {
    port: u16,
    running: Option<Child>,
}

/// A port that is free now; nothing else is likely to take it in the next seconds.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of this computer is free")?;
    Ok(listener
        .local_addr()
        .context("no port of this computer is free")?
        .port())
}

/// Ends only when Vite does.
fn serve_and_watch(places: &Places, vite: &mut Child, mut backend: Backend) -> Result<()> {
    let mut built = None;
    loop {
        let now = fingerprint(places);
        if built.as_ref() != Some(&now) {
            built = Some(now);
            if build(places) {
                backend.restart(places)?;
            }
        }
        if let Some(status) = vite.try_wait().context("Vite was lost")? {
            backend.stop()?;
            bail!("Vite ended ({status}); the server was ended too. Its own message stands above");
        }
        std::thread::sleep(INTERVAL);
    }
}

/// A build that fails leaves the running server as it is; the next change tries again.
fn build(places: &Places) -> bool {
    let failed = "The server could not be built; the one before goes on. Change the code to try again";
    match run_shown(build_of(places, &[SERVER]), failed) {
        Ok(()) => true,
        Err(error) => {
            println!("{error:#}");
            false
        }
    }
}

impl Backend {
    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn restart(&mut self, places: &Places) -> Result<()> {
        self.stop()?;
        let mut command = places.with_resources(Command::new(places.program(SERVER)));
        command
            .args(["serve", "--port", &self.port.to_string()])
            .stdout(Stdio::piped());
        let mut running = command.spawn().context("the server could not be started")?;
        let output = running.stdout.take().context("the server has no output")?;
        self.running = Some(running);
        let own_address = self.address();
        // What the server says of its address is meant for a browser that reaches it through Vite.
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
                println!("{}", line.replace(&own_address, VITE_ADDRESS));
            }
        });
        Ok(())
    }

    fn stop(&mut self) -> Result<()> {
        match self.running.take() {
            Some(mut running) => stop(&mut running),
            None => Ok(()),
        }
    }
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
