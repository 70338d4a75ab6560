//! `bench start`: from the start of the window's program to a composer one can type in, its memory, and the sizes of what is shipped.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use characterchat_tests::checkout;
use characterchat_tests::desktop::{Desktop, Window};
use characterchat_tests::page::Page;
use characterchat_tests::process::files_below;
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Home, Program, message};
use serde_json::{Value, json};

const STARTS: usize = 5;
/// How many more characters there are in the second measurement.
const MANY: usize = 1000;
/// Between two looks whether the page is ready; this much may be added to a time.
const LOOK: Duration = Duration::from_millis(5);

pub fn start() -> Result<Value> {
    let few = Home::new(Program::Product)?;
    let many = Home::new(Program::Product)?;
    add_characters(&many, MANY)?;
    let (usable, listed, memory) = starts(few)?;
    let (usable_with_many, listed_with_many, _) = starts(many)?;
    let (interface, whole_interface) = interface_kb()?;
    Ok(json!({
        "bench": "start", "starts": STARTS, "usable_ms": usable, "list_ms": listed, "rss_mib": memory,
        "usable_1000_characters_ms": usable_with_many, "list_1000_characters_ms": listed_with_many,
        "deb_mb": package(".deb", "-small.deb")?, "deb_small_mb": package("-small.deb", "\0")?, "ui_gzip_kb": interface,
        "ui_all_gzip_kb": whole_interface,
    }))
}

/// Copies of a bundled character under other names, as the reader's own.
fn add_characters(home: &Home, count: usize) -> Result<()> {
    let file = checkout().join("characters/sherlock_holmes.json");
    let mut character: Value = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
    for number in 0..count {
        let id = format!("guest_{number}");
        character["name"] = json!(format!("Guest {number}"));
        character["id"] = json!(id);
        let path = home.data().join("characters").join(format!("{id}.json"));
        std::fs::write(path, character.to_string())?;
    }
    Ok(())
}

/// The medians of several starts, after one that warms the disk: milliseconds to the composer and to the list, and memory in MiB.
fn starts(home: Home) -> Result<(u128, u128, u64)> {
    // A provider, so that no model counts as memory of the window.
    let provider = Provider::start([Answer::text("Quite so.")])?;
    let desktop = Desktop::with_provider(home, &provider)?;
    let view = desktop.call("open_conversation", &json!({ "character_id": "sherlock_holmes" }))?;
    let conversation = serde_json::from_value(view["id"].clone())?;
    // The window opens where the last words were said.
    let revision = view["revision"].as_u64().context("a revision")?;
    desktop.call("send_message", &message(conversation, revision, "Good evening"))?;
    measure(&desktop)?;
    let (mut usable, mut listed, mut memory) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let start = measure(&desktop)?;
        usable.push(start.usable.as_millis());
        listed.push(start.listed.as_millis());
        memory.push(start.memory_mib);
    }
    Ok((median(&mut usable), median(&mut listed), median(&mut memory)))
}

struct Start {
    usable: Duration,
    listed: Duration,
    memory_mib: u64,
}

fn measure(desktop: &Desktop) -> Result<Start> {
    let (page, window) = desktop.open()?;
    let began = start_of(window.process_id)?;
    let listed = since(
        began,
        &page,
        "return document.querySelectorAll('ul[aria-label=\"Cast\"] button').length > 5",
    )?;
    let usable = since(
        began,
        &page,
        "const field = document.querySelector('main textarea'); return field !== null && !field.disabled",
    )?;
    // Memory after the first work is done, as it then stays.
    std::thread::sleep(Duration::from_secs(2));
    let memory_mib = memory_of(&window)?;
    window.signal("-TERM")?;
    drop(page);
    Ok(Start {
        usable,
        listed,
        memory_mib,
    })
}

/// How long after the start of the program the script's answer is yes.
fn since(began: SystemTime, page: &Page, script: &str) -> Result<Duration> {
    let looking = Instant::now();
    while page.script(script, json!([]))? != json!(true) {
        ensure!(
            looking.elapsed() < Duration::from_secs(30),
            "the page was not ready in 30 s"
        );
        std::thread::sleep(LOOK);
    }
    Ok(SystemTime::now().duration_since(began)?)
}

/// When a process began, by Linux's clock of 100 ticks a second: the 22nd field of its `stat`.
fn start_of(process_id: u32) -> Result<SystemTime> {
    let ticks: u64 = after_name(process_id)?.get(19).context("no start in stat")?.parse()?;
    let statistics = std::fs::read_to_string("/proc/stat")?;
    // The boot time there is in whole seconds; the uptime is exact to a hundredth.
    ensure!(statistics.contains("btime"), "this is not Linux");
    let uptime: f64 = std::fs::read_to_string("/proc/uptime")?
        .split(' ')
        .next()
        .context("no uptime")?
        .parse()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64();
    Ok(UNIX_EPOCH + Duration::from_secs_f64(now - uptime + ticks as f64 / 100.0))
}

/// The fields of a process's `stat` after its name, which may hold blanks.
fn after_name(process_id: u32) -> Result<Vec<String>> {
    let line = std::fs::read_to_string(format!("/proc/{process_id}/stat"))?;
    let (_, rest) = line.rsplit_once(") ").context("no name in stat")?;
    Ok(rest.split_whitespace().map(str::to_owned).collect())
}

/// The proportional set size of the window's program and all processes below it, in MiB.
fn memory_of(window: &Window) -> Result<u64> {
    let mut parents = HashMap::new();
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let Some(process_id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // It may have ended since.
        if let Some(parent) = after_name(process_id)
            .ok()
            .and_then(|fields| fields.get(1)?.parse::<u32>().ok())
        {
            parents.insert(process_id, parent);
        }
    }
    let below = |process_id: &u32| {
        std::iter::successors(Some(*process_id), |child| parents.get(child).copied())
            .any(|ancestor| ancestor == window.process_id)
    };
    let mut kilobytes = 0;
    for process_id in parents.keys().filter(|process_id| below(process_id)) {
        let rollup = std::fs::read_to_string(format!("/proc/{process_id}/smaps_rollup"))?;
        let line = rollup
            .lines()
            .find_map(|line| line.strip_prefix("Pss:"))
            .context("no Pss")?;
        kilobytes += line.trim().trim_end_matches(" kB").parse::<u64>()?;
    }
    Ok(kilobytes / 1024)
}

/// The size in MB (10^6 bytes) of the package whose name ends so and not otherwise; null where it is not made yet.
fn package(ending: &str, but_not: &str) -> Result<Value> {
    let folder = std::env::var_os("CHARACTERCHAT_PACKAGES").map(PathBuf::from);
    let folder = folder.context("start this through `cargo xtask bench start`: it knows where the packages are")?;
    let Ok(files) = files_below(&folder) else {
        return Ok(Value::Null);
    };
    let name = |path: &Path| path.to_string_lossy().into_owned();
    let found = files
        .into_iter()
        .find(|path| name(path).ends_with(ending) && !name(path).ends_with(but_not));
    found.map_or(Ok(Value::Null), |path| {
        Ok(json!(std::fs::metadata(path)?.len() / 1_000_000))
    })
}

/// The built interface without fonts and pictures, each file compressed by gzip, in kB (10^3 bytes): what the page names and so
/// loads at its start, and all, with what is loaded when a view is first opened.
fn interface_kb() -> Result<(u64, u64)> {
    let folder = checkout().join("ui/dist");
    let page = std::fs::read_to_string(folder.join("index.html"))?;
    let (mut at_start, mut all) = (0, 0);
    for path in files_below(&folder)? {
        if !path
            .extension()
            .is_some_and(|ending| ["js", "css", "html", "svg"].iter().any(|text| ending == *text))
        {
            continue;
        }
        let packed = Command::new("gzip").args(["-9", "-c"]).arg(&path).output()?;
        if !packed.status.success() {
            bail!("gzip failed on {}", path.display());
        }
        let bytes = packed.stdout.len() as u64;
        let name = path.file_name().context("a file")?.to_string_lossy();
        all += bytes;
        if name == "index.html" || page.contains(&format!("/{name}\"")) {
            at_start += bytes;
        }
    }
    ensure!(at_start > 0, "the interface is not built");
    Ok((at_start / 1000, all / 1000))
}

fn median<T: Ord + Copy>(values: &mut [T]) -> T {
    values.sort_unstable();
    values[values.len() / 2]
}
