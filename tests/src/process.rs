//! Programs that a test starts: found, read line by line, and never left running.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::http::PATIENCE;

/// The product: what `CHARACTERCHAT_BIN` names, else the program that was built beside this one.
pub fn product() -> Result<PathBuf> {
    match std::env::var_os("CHARACTERCHAT_BIN").filter(|value| !value.is_empty()) {
        Some(path) => Ok(PathBuf::from(path)),
        None => built_beside("characterchat"),
    }
}

/// A program of this workspace that was built into the same folder as the one that runs (tests lie one folder deeper).
pub fn built_beside(name: &str) -> Result<PathBuf> {
    let running = std::env::current_exe()?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    let found = running
        .ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file());
    found.with_context(|| {
        format!(
            "{file} is not built beside {}: run `cargo build --workspace` first",
            running.display()
        )
    })
}

/// A child that is killed when it is dropped.
#[derive(Debug)]
pub struct Owned(pub Child);

impl Owned {
    pub fn start(command: &mut Command) -> Result<Self> {
        let program = command.get_program().to_owned();
        Ok(Self(
            command
                .spawn()
                .with_context(|| format!("starting {}", program.display()))?,
        ))
    }

    /// SIGKILL, and waits until the process is gone.
    pub fn kill(&mut self) -> Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }

    /// SIGTERM, and waits for the end.
    pub fn end(&mut self) -> Result<ExitStatus> {
        let signalled = Command::new("kill")
            .args(["-TERM", &self.0.id().to_string()])
            .status()?;
        ensure!(signalled.success(), "the program could not be asked to end");
        self.wait()
    }

    /// Waits for the end, within bounds.
    pub fn wait(&mut self) -> Result<ExitStatus> {
        let mut status = None;
        let child = &mut self.0;
        wait_until("the program to end", || {
            status = child.try_wait()?;
            Ok(status.is_some())
        })?;
        status.context("no exit status")
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// Polls until something holds that no event tells of.
pub fn wait_until(what: &str, mut holds: impl FnMut() -> Result<bool>) -> Result<()> {
    let started = Instant::now();
    while !holds()? {
        if started.elapsed() > PATIENCE {
            bail!("waited {} s for {what}", PATIENCE.as_secs());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// The lines of a stream as they come; the channel closes at its end.
pub fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            // Nobody may be reading any more; the pipe must be emptied all the same.
            let _ = sender.send(line);
        }
    });
    receiver
}

/// Every file below a folder.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}
