//! Long trials of what must never break: `soak kill [COUNT] [SEED]`, `soak full [COUNT]`, `soak messages [SECONDS] [SEED]`, `soak job [COUNT] [SEED]`. Progress goes to standard error, the result as one line of JSON to
//! standard output.

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use characterchat_tests::full::{self, fill_disks, in_own_mounts};
use characterchat_tests::kills::{Random, Report, kill_repeatedly};
use characterchat_tests::making::kill_job;
use characterchat_tests::mutated::{self, Effort, read_damaged};

const HELP: &str = "soak kill [COUNT] [SEED]: kills the program COUNT times (500) at moments chosen by SEED (the clock's)
soak full [COUNT]: runs it on COUNT small disks (64) until each is full, then on a read-only one (needs the right to mount)
soak messages [SECONDS] [SEED]: damages every case of a messenger's export for SECONDS (60) and reads it
soak job [COUNT] [SEED]: kills the program COUNT times (10) while it makes a character, and resumes it";
/// Set where small disks may be mounted.
const IN_OWN_MOUNTS: &str = "CHARACTERCHAT_SOAK_MOUNTS";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("kill") => kill(&arguments[1..]),
        Some("full") => fill(&arguments[1..]),
        Some("messages") => messages(&arguments[1..]),
        Some("job") => job(&arguments[1..]),
        Some(unknown) => bail!("there is no trial {unknown:?}. Nothing was tried.\n{HELP}"),
        None => bail!("which trial? Nothing was tried.\n{HELP}"),
    }
}

fn number(arguments: &[String], index: usize) -> Result<Option<u64>> {
    let text = arguments.get(index);
    text.map(|text| {
        text.parse::<u64>()
            .with_context(|| format!("{text:?} is not a number.\n{HELP}"))
    })
    .transpose()
}

fn fill(arguments: &[String]) -> Result<()> {
    let count = usize::try_from(number(arguments, 0)?.unwrap_or(64))?;
    if let Some(status) = in_own_mounts(IN_OWN_MOUNTS)? {
        std::process::exit(status.code().unwrap_or(1));
    }
    let progress = |report: &full::Report| {
        if report.disks.is_multiple_of(8) {
            let _ = writeln!(
                std::io::stderr(),
                "{} disks in {:.0} s, nothing lost",
                report.disks,
                report.seconds
            );
        }
    };
    let report = fill_disks(count, progress)?;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

fn kill(arguments: &[String]) -> Result<()> {
    let count = u32::try_from(number(arguments, 0)?.unwrap_or(500))?;
    let seed = seed(arguments)?;
    let progress = |report: &Report| {
        if report.kills.is_multiple_of(25) {
            let _ = writeln!(
                std::io::stderr(),
                "{} kills in {:.0} s, nothing lost",
                report.kills,
                report.seconds
            );
        }
    };
    let report = kill_repeatedly(count, seed, progress)?;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

/// The second argument, else the clock's.
fn seed(arguments: &[String]) -> Result<u64> {
    Ok(match number(arguments, 1)? {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
    })
}

fn messages(arguments: &[String]) -> Result<()> {
    let each = Duration::from_secs(number(arguments, 0)?.unwrap_or(60));
    let progress = |file: &std::path::Path, report: &mutated::Report| {
        let _ = writeln!(
            std::io::stderr(),
            "{}: {} runs so far, no panic",
            file.display(),
            report.runs
        );
    };
    let report = read_damaged(Effort::Time(each), seed(arguments)?, progress)?;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(())
}

fn job(arguments: &[String]) -> Result<()> {
    let count = u32::try_from(number(arguments, 0)?.unwrap_or(10))?;
    let seed = seed(arguments)?;
    let delay = |kill: u32| Duration::from_millis(Random(seed.wrapping_add(u64::from(kill))).below(900));
    let killed = kill_job(count, delay)?;
    writeln!(std::io::stdout(), "{killed:?} with seed {seed}")?;
    Ok(())
}
