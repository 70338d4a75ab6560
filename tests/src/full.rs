//! A disk that runs full, and one that cannot be written to: what was stored stays readable, also after a restart, and writing
//! works again as soon as there is room, without one.
//!
//! Each trial has a small disk of its own (a `tmpfs` of a certain size), which takes the right to mount one. Whoever lacks it is told
//! so; the tests try the same on simulated disks.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use app::commands::{CharacterSummary, ConversationView};
use engine::event::Event;
use engine::ids::MessageId;
use serde::Serialize;
use serde_json::json;

use crate::listening::ends_turn;
use crate::test_app::{Home, Program, TestApp};

const CHARACTER: &str = "sherlock_holmes";
/// The sizes of the disks, in KiB: the smallest holds no database, the largest one with the log that belongs to it.
const SMALLEST: usize = 32;
const STEP: usize = 64;
/// A disk that has room again, in KiB.
const ROOMY: usize = 64 << 10;
/// No disk of these sizes takes so many turns.
const MOST_TURNS: usize = 1000;
/// What may be said of a disk that takes nothing.
const NAMED: [&str; 2] = ["storage_full", "storage_read_only"];

/// What a run of full disks came to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    pub disks: usize,
    pub seconds: f64,
    /// Disks on which a conversation could be begun before they were full.
    pub disks_with_a_conversation: usize,
    /// Messages that were acknowledged: all of them could be read on the full disk, after a restart on it and on a read-only one.
    pub acknowledged: usize,
}

/// Whether this process may mount a disk at a folder. A child of [`in_own_mounts`] may.
fn can_mount() -> Result<()> {
    let folder = tempfile::tempdir()?;
    Disk::mount(folder.path(), SMALLEST).map(drop)
}

/// Runs this program again with the same arguments where it may mount disks that nobody else sees; none when it may already.
pub fn in_own_mounts(mark: &str) -> Result<Option<std::process::ExitStatus>> {
    if std::env::var_os(mark).is_some() {
        can_mount().context(
            "no small disk can be mounted here. Nothing was tried; run this as root, or allow user namespaces",
        )?;
        return Ok(None);
    }
    let is_root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|told| told.stdout.starts_with(b"0\n"));
    let mut command = Command::new("unshare");
    command.arg("--mount");
    if !is_root {
        command.arg("--map-root-user");
    }
    let status = command
        .arg(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(mark, "1")
        .status()
        .context("the program `unshare` (package util-linux) could not be started. Nothing was tried")?;
    Ok(Some(status))
}

/// Fills so many disks, each larger than the one before; `progress` is told after each.
pub fn fill_disks(disks: usize, mut progress: impl FnMut(&Report)) -> Result<Report> {
    let started = Instant::now();
    let mut report = Report::default();
    for number in 0..disks {
        let size = SMALLEST + number * STEP;
        fill_disk(size, &mut report).with_context(|| format!("a disk of {size} KiB"))?;
        report.disks += 1;
        report.seconds = started.elapsed().as_secs_f64();
        progress(&report);
    }
    Ok(report)
}

/// A small disk at a folder, until it is dropped.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    fn mount(folder: &Path, kib: usize) -> Result<Self> {
        let size = format!("size={kib}k");
        run(
            "mount",
            &[
                "-t".as_ref(),
                "tmpfs".as_ref(),
                "-o".as_ref(),
                size.as_ref(),
                "tmpfs".as_ref(),
                folder.as_ref(),
            ],
        )?;
        let folder = folder.to_owned();
        Ok(Self { folder })
    }

    fn remount(&self, options: &str) -> Result<()> {
        let options = format!("remount,{options}");
        run("mount", &["-o".as_ref(), options.as_ref(), self.folder.as_ref()])
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = run("umount", &["--lazy".as_ref(), self.folder.as_ref()]);
    }
}

fn run(program: &str, arguments: &[&OsStr]) -> Result<()> {
    let output = Command::new(program)
        .args(arguments)
        .output()
        .with_context(|| format!("starting {program}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} {arguments:?}: {}", told.trim());
    Ok(())
}

/// What was acknowledged, oldest first.
#[derive(Default)]
struct Acknowledged(Vec<(MessageId, String)>);

fn fill_disk(kib: usize, report: &mut Report) -> Result<()> {
    let script = json!({ "replies": [{ "steps": [{ "text": "It follows from that. ".repeat(400) }] }], "when_exhausted": "repeat_last" });
    let home = Home::new(Program::Scripted(script))?;
    let disk = Disk::mount(&home.data(), kib)?;
    let mut app = TestApp::start_on(home)?;
    let mut acknowledged = Acknowledged::default();
    let talked = acknowledged.talk_until_full(&app)?;
    acknowledged.check(&app, talked).context("on the full disk")?;

    app.kill()?;
    start_again(&mut app).context("starting again on the full disk")?;
    acknowledged
        .check(&app, talked)
        .context("after a restart on the full disk")?;

    app.kill()?;
    disk.remount("ro")?;
    start_again(&mut app).context("starting again on the read-only disk")?;
    acknowledged.check(&app, talked).context("on the read-only disk")?;
    if talked {
        let code = say_something(&app)?.context("a message was taken on a read-only disk")?;
        ensure!(code == "storage_read_only", "{code}");
    }

    disk.remount(&format!("rw,size={ROOMY}k"))?;
    let mut refused = say_something(&app)?;
    if refused.as_deref() == Some("conflict") {
        // What a killed program left under way is put right with the first change, which is one itself; a page reads it again.
        refused = say_something(&app)?;
    }
    if let Some(code) = refused {
        bail!("with room again, nothing was taken: {code}");
    }
    if talked {
        acknowledged.check(&app, true).context("with room again")?;
    }
    ensure!(app.end()?.success(), "it ended badly");
    check_database(&app.home.data().join("characterchat.sqlite"))?;
    report.acknowledged += acknowledged.0.len();
    report.disks_with_a_conversation += usize::from(talked);
    Ok(())
}

/// Where nothing can be stored, a browser is known for one run only.
fn start_again(app: &mut TestApp) -> Result<()> {
    app.start_again()?;
    app.enter()
}

/// One turn; the code when it was refused, or when its end cannot be stored.
fn say_something(app: &TestApp) -> Result<Option<String>> {
    let opened = app.try_call::<ConversationView>("open_conversation", json!({ "character_id": CHARACTER }))?;
    let view = match opened {
        Ok(view) => view,
        Err(refusal) => return Ok(Some(refusal.code)),
    };
    Acknowledged::default().turn(app, &view)
}

impl Acknowledged {
    /// Whether there was room for a conversation.
    fn talk_until_full(&mut self, app: &TestApp) -> Result<bool> {
        for turns in 0..MOST_TURNS {
            let opened = app.try_call::<ConversationView>("open_conversation", json!({ "character_id": CHARACTER }))?;
            let refused = match opened {
                Ok(view) => self.turn(app, &view)?,
                Err(refusal) if turns == 0 => {
                    ensure!(NAMED.contains(&refusal.code.as_str()), "{refusal}");
                    return Ok(false);
                }
                Err(refusal) => return Err(refusal).context("an opened conversation must open again"),
            };
            if let Some(code) = refused {
                ensure!(NAMED.contains(&code.as_str()), "{code}");
                return Ok(true);
            }
        }
        bail!("the disk was not full after {MOST_TURNS} turns")
    }

    fn turn(&mut self, app: &TestApp, view: &ConversationView) -> Result<Option<String>> {
        let listener = app.listen()?;
        let text = format!("And then? {}", "Think. ".repeat(500));
        let input = crate::test_app::message(view.id, view.revision, &text);
        let begun = match app.try_call::<app::commands::TurnStarted>("send_message", input)? {
            Ok(begun) => begun,
            Err(refusal) => return Ok(Some(refusal.code)),
        };
        let user = begun.user.context("a message was sent")?;
        self.0.push((user.id, user.text));
        let events = listener.until(|event| ends_turn(event) || matches!(event, Event::TurnNotStored { .. }))?;
        match events.last() {
            Some(Event::TurnCommitted { message, .. }) => {
                self.0.push((message.id, message.text.clone()));
                Ok(None)
            }
            Some(Event::TurnNotStored { error, .. }) => Ok(Some(error.code.clone())),
            other => bail!("the turn ended with {other:?}"),
        }
    }

    /// Everything that was acknowledged can be read, and the app is of use.
    fn check(&self, app: &TestApp, talked: bool) -> Result<()> {
        let cast: Vec<CharacterSummary> = app.call("list_characters", json!({}))?;
        ensure!(!cast.is_empty(), "nobody is there");
        if !talked {
            return Ok(());
        }
        let view = app.open(CHARACTER)?;
        let messages = app.messages(view.id)?;
        for (id, text) in self.0.iter().rev().take(150) {
            let found = messages.iter().find(|message| message.id == *id);
            let found = found.with_context(|| format!("the message {id} is gone"))?;
            ensure!(found.text == *text, "the message {id} reads {:.60?} now", found.text);
        }
        Ok(())
    }
}

fn check_database(path: &Path) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = store::Store::open(path).await?;
        store.integrity_check().await?;
        store.close().await?;
        Ok(())
    })
}
