//! `cargo xtask dev`: hot reload. Vite swaps changed parts of the interface in place; the server, or the window, is built and
//! started again when Rust code, a manifest or a prompt changes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};

use super::{DESKTOP, SERVER, build_of, single_option};
use crate::interface;
use crate::places::Places;
use crate::process::{run_shown, stop};
use crate::setup;
use crate::system_packages::Purpose;

/// Where Vite serves the interface (`ui/vite.config.ts`); a window that was built for development opens it
/// (`src-tauri/tauri.conf.json`).
const VITE_PORT: u16 = 5173;
const INTERVAL: Duration = Duration::from_secs(1);

pub fn dev(arguments: &[String]) -> Result<()> {
    let is_desktop = single_option(arguments, "--desktop")?;
    let places = Places::find()?;
    let purpose = if is_desktop { Purpose::Desktop } else { Purpose::Web };
    let mut steps = setup::set_up(&places, purpose, 1)?;
    let door = if is_desktop {
        steps.begin("Opening the window with hot reload; Ctrl+C, or closing the window, ends it");
        Door::Window
    } else {
        steps.begin("Starting the server and Vite with hot reload; Ctrl+C ends both");
        Door::Browser { port: free_port()? }
    };
    let mut vite = interface::vite(&places);
    if let Door::Browser { port } = door {
        vite.env("CHARACTERCHAT_BACKEND", server_address(port));
    }
    let mut vite = vite.spawn().context("Node could not be started")?;
    let mut program = Program { door, running: None };
    let result = run_and_watch(&places, &mut vite, &mut program);
    let ended = program.stop();
    stop(&mut vite)?;
    result.and(ended)
}

/// Which program is worked on.
#[derive(Clone, Copy)]
enum Door {
    /// The server keeps its port when it is started anew, because Vite knows it by that.
    Browser {
        port: u16,
    },
    Window,
}

/// The program that is built and started again and again.
struct Program {
    door: Door,
    running: Option<Child>,
}

fn server_address(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// A port that is free now; nothing else is likely to take it in the next seconds.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no port of this computer is free")?;
    Ok(listener
        .local_addr()
        .context("no port of this computer is free")?
        .port())
}

/// Ends when the reader closes the window, and with an error when Vite does.
fn run_and_watch(places: &Places, vite: &mut Child, program: &mut Program) -> Result<()> {
    let mut built = None;
    loop {
        let now = fingerprint(places);
        if built.as_ref() != Some(&now) && program.can_start() {
            built = Some(now);
            if build(places, program.door) {
                program.restart(places)?;
            }
        }
        if let Some(status) = vite.try_wait().context("Vite was lost")? {
            bail!("Vite ended ({status}); the program was ended too. Its own message stands above");
        }
        if program.was_closed()? {
            return Ok(());
        }
        std::thread::sleep(INTERVAL);
    }
}

/// A build that fails leaves the running program as it is; the next change tries again.
fn build(places: &Places, door: Door) -> bool {
    let (name, failed) = match door {
        Door::Browser { .. } => (
            SERVER,
            "The server could not be built; the one before goes on. Change the code to try again",
        ),
        Door::Window => (
            DESKTOP,
            "The window could not be built; the one before stays. Change the code to try again",
        ),
    };
    match run_shown(build_of(places, &[name]), failed) {
        Ok(()) => true,
        Err(error) => {
            println!("{error:#}");
            false
        }
    }
}

impl Program {
    /// A window that opens before Vite answers would show an error and stay with it.
    fn can_start(&self) -> bool {
        match self.door {
            Door::Browser { .. } => true,
            Door::Window => TcpStream::connect(("localhost", VITE_PORT)).is_ok(),
        }
    }

    fn restart(&mut self, places: &Places) -> Result<()> {
        self.stop()?;
        self.running = Some(match self.door {
            Door::Browser { port } => start_server(places, port)?,
            Door::Window => places
                .with_resources(Command::new(places.program(DESKTOP)))
                .spawn()
                .context("the window could not be opened")?,
        });
        Ok(())
    }

    /// Whether the reader closed the window. One that ended with an error, or a server, waits for the code to change.
    fn was_closed(&mut self) -> Result<bool> {
        let Some(running) = &mut self.running else {
            return Ok(false);
        };
        let Some(status) = running.try_wait().context("the program was lost")? else {
            return Ok(false);
        };
        self.running = None;
        if matches!(self.door, Door::Window) && status.success() {
            return Ok(true);
        }
        println!("The program ended ({status}). Change the code to start it again");
        Ok(false)
    }

    fn stop(&mut self) -> Result<()> {
        match self.running.take() {
            Some(mut running) => stop(&mut running),
            None => Ok(()),
        }
    }
}

fn start_server(places: &Places, port: u16) -> Result<Child> {
    let mut command = places.with_resources(Command::new(places.program(SERVER)));
    command
        .args(["serve", "--port", &port.to_string()])
        .stdout(Stdio::piped());
    let mut running = command.spawn().context("the server could not be started")?;
    let output = running.stdout.take().context("the server has no output")?;
    let (own_address, address) = (server_address(port), format!("http://localhost:{VITE_PORT}"));
    // What the server says of its address is meant for a browser that reaches it through Vite.
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(std::result::Result::ok) {
            println!("{}", line.replace(&own_address, &address));
        }
    });
    Ok(running)
}

/// How many files the program is made from, and when the latest changed.
#[derive(Default, PartialEq, Eq, Debug)]
struct Fingerprint {
    files: usize,
    latest: Option<SystemTime>,
}

fn fingerprint(places: &Places) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add_file(&places.root.join("Cargo.toml"));
    for folder in ["crates", "src-tauri"] {
        fingerprint.add_folder(&places.root.join(folder), is_source);
    }
    fingerprint.add_folder(&places.root.join("prompts"), |_| true);
    fingerprint
}

/// Settings and permissions of the window are JSON; what Tauri writes anew at each build lies in `gen/schemas`.
fn is_source(path: &Path) -> bool {
    let is_generated = path.parent().is_some_and(|folder| folder.ends_with("gen/schemas"));
    let is_source = |extension: &OsStr| ["rs", "toml", "sql", "json"].iter().any(|known| extension == *known);
    !is_generated && path.extension().is_some_and(is_source)
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
        write("src-tauri/gen/schemas/desktop-schema.json", 4);
        assert_eq!(fingerprint(&places), first, "not a source");
        write("crates/a/src/lib.rs", 5);
        let second = fingerprint(&places);
        assert_ne!(second, first, "a source changed");
        write("src-tauri/tauri.conf.json", 6);
        let third = fingerprint(&places);
        assert_ne!(third, second, "the window's settings were added");
        std::fs::remove_file(root.join("prompts/reply.txt")).unwrap();
        assert_ne!(fingerprint(&places), third, "a prompt was removed");
        std::fs::remove_dir_all(root).unwrap();
    }
}
