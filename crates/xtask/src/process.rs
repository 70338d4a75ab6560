//! Starting other programs: shown as they run, or kept quiet with the whole output when they fail.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::places::program_file;

/// How long a grandchild that outlives its parent may hold the output open.
const OUTPUT_AFTER_END: Duration = Duration::from_secs(2);
/// How often a state line without a terminal may add a line to the log.
const STATE_WITHOUT_TERMINAL: Duration = Duration::from_secs(30);
/// Longer lines would wrap, and a wrapped line cannot be written over.
const STATE_CHARACTERS: usize = 90;
/// How often a watched program that writes nothing is looked at.
const TICK: Duration = Duration::from_millis(200);

/// What a watched program does.
pub enum Sign<'a> {
    Line(&'a str),
    /// Time has passed (about 200 ms).
    Tick,
}

pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // `cargo run` describes xtask to its child; a cargo started from here must not take that for its own.
    for (name, _) in std::env::vars_os() {
        if name
            .to_str()
            .is_some_and(|name| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
        {
            command.env_remove(name);
        }
    }
    command
}

pub fn npm(interface: &Path) -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(interface);
    command
}

/// The full path of a program that `PATH` leads to.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let file = program_file(name);
    std::env::split_paths(&folders)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// Runs a program whose output the user sees.
pub fn run_shown(mut command: Command, what_failed: &str) -> Result<()> {
    let status = command.status().with_context(|| could_not_start(&command))?;
    require(status, what_failed)
}

/// Runs a program quietly: a terminal shows its latest line, and when it fails, everything it wrote is printed.
pub fn run_quiet(command: Command, what_failed: &str) -> Result<String> {
    let mut state = StateLine::default();
    let mut latest = String::new();
    run_watched(command, what_failed, |sign| {
        if let Sign::Line(line) = sign
            && !line.trim().is_empty()
        {
            latest = line.trim().to_owned();
        }
        state.show(&latest);
    })
}

/// Runs a program quietly and tells `watch` what it does. Gives back everything it wrote, standard error in its place
/// among the lines; when it fails, that is printed.
pub fn run_watched(command: Command, what_failed: &str, mut watch: impl FnMut(Sign)) -> Result<String> {
    let (mut child, lines) = start_with_lines(command)?;
    let mut written = String::new();
    let mut ended: Option<(ExitStatus, Instant)> = None;
    let status = loop {
        let line = lines.recv_timeout(TICK);
        match line {
            Ok(line) => {
                watch(Sign::Line(&line));
                written.push_str(&line);
                written.push('\n');
            }
            Err(RecvTimeoutError::Timeout) => watch(Sign::Tick),
            Err(RecvTimeoutError::Disconnected) => break child.wait().context("a started program was lost")?,
        }
        match ended {
            Some((status, when)) if when.elapsed() > OUTPUT_AFTER_END => break status,
            Some(_) => (),
            None => {
                ended = child
                    .try_wait()
                    .context("a started program was lost")?
                    .map(|status| (status, Instant::now()))
            }
        }
    };
    clear_state();
    if !status.success() {
        println!("{}", written.trim_end());
    }
    require(status, what_failed)?;
    Ok(written)
}

/// Standard output and standard error share one pipe, so that their lines stay in order.
fn start_with_lines(mut command: Command) -> Result<(Child, Receiver<String>)> {
    let (reader, writer) = std::io::pipe().context("no pipe could be made")?;
    let second_writer = writer.try_clone().context("no pipe could be made")?;
    command.stdin(Stdio::null()).stdout(writer).stderr(second_writer);
    // What is kept for a log has no use for colours.
    command.env("NO_COLOR", "1").env_remove("FORCE_COLOR");
    let child = command.spawn().with_context(|| could_not_start(&command))?;
    // The command still holds the pipe's writing ends; without this the reader would never see the end.
    drop(command);
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut reader = BufReader::new(reader);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
            let line = String::from_utf8_lossy(&bytes);
            if sender.send(line.trim_end_matches(['\n', '\r']).to_owned()).is_err() {
                break;
            }
            bytes.clear();
        }
    });
    Ok((child, lines))
}

/// Becomes the program: signals, input and exit code are then its own. Only returns when it could not start.
#[cfg(unix)]
pub fn become_program(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(error).with_context(|| could_not_start(&command))
}

#[cfg(not(unix))]
pub fn become_program(command: Command) -> Result<()> {
    run_shown(command, "the app ended with an error")
}

/// Asks a program to end, and ends it when it has not after ten seconds.
pub fn stop(child: &mut Child) -> Result<()> {
    if cfg!(unix) {
        let asked = Command::new("kill")
            .arg(child.id().to_string())
            .stderr(Stdio::null())
            .status();
        let deadline = Instant::now() + Duration::from_secs(10);
        while asked.is_ok() && Instant::now() < deadline {
            if child.try_wait().context("a started program was lost")?.is_some() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
    child.kill().context("a program could not be ended")?;
    child.wait().context("a started program was lost")?;
    Ok(())
}

/// One line that a terminal writes over again and again, and that a log gets now and then.
pub struct StateLine {
    last_in_log: Instant,
    shown: String,
}

impl Default for StateLine {
    fn default() -> Self {
        Self {
            last_in_log: Instant::now(),
            shown: String::new(),
        }
    }
}

impl StateLine {
    pub fn show(&mut self, text: &str) {
        if self.shown == text {
            return;
        }
        let short: String = text
            .chars()
            .filter(|character| !character.is_control())
            .take(STATE_CHARACTERS)
            .collect();
        if stdout().is_terminal() {
            print!("\r\x1b[2K      {short}");
            // A line of progress that cannot be shown is no reason to stop.
            let _ = stdout().flush();
        } else if self.last_in_log.elapsed() >= STATE_WITHOUT_TERMINAL {
            self.last_in_log = Instant::now();
            println!("      {short}");
        } else {
            return;
        }
        text.clone_into(&mut self.shown);
    }
}

fn clear_state() {
    if stdout().is_terminal() {
        print!("\r\x1b[2K");
        let _ = stdout().flush();
    }
}

/// "4.2 s" or "3 min 20 s".
pub fn duration(time: Duration) -> String {
    match time.as_secs() {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        seconds => format!("{} min {} s", seconds / 60, seconds % 60),
    }
}

/// Whole megabytes (10^6 bytes), as download pages count them.
pub fn megabytes(bytes: u64) -> String {
    format!("{} MB", (bytes + 500_000) / 1_000_000)
}

/// Fails unless the program ended well.
pub fn require(status: ExitStatus, what_failed: &str) -> Result<()> {
    if !status.success() {
        bail!("{} ({status})", what_failed.trim_end_matches('.'));
    }
    Ok(())
}

fn could_not_start(command: &Command) -> String {
    let name = Path::new(command.get_program())
        .file_name()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default();
    format!("{name} could not be started. Is it installed and on the PATH?")
}

#[cfg(test)]
mod tests;
