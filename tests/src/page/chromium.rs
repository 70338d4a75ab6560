//! The system's Chromium, through its driver.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Size;
use super::webdriver::{Session, element_id, reference};
use crate::http::PATIENCE;
use crate::process::{Owned, lines};

/// A driver and what it is to start.
pub struct Chromium {
    pub driver_port: u16,
    pub capabilities: Value,
    _driver: Owned,
    _profile: TempDir,
}

impl Chromium {
    pub fn start() -> Result<Self> {
        let profile = TempDir::new()?;
        let (driver, driver_port) = driver()?;
        let mut arguments: Vec<String> = [
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--lang=en-US",
            "--window-size=1280,800",
        ]
        .map(str::to_owned)
        .into();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": { "binary": binary()?, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        Ok(Self {
            driver_port,
            capabilities,
            _driver: driver,
            _profile: profile,
        })
    }

    pub fn resize(&self, session: &Session, size: Size) -> Result<()> {
        let params = json!({ "width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": false });
        session
            .post(
                "goog/cdp/execute",
                json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": params }),
            )
            .map(drop)
    }

    /// Runs a script in every page that is loaded from now on, before its own.
    pub fn before_each_page(&self, session: &Session, script: &str) -> Result<()> {
        let command = json!({ "cmd": "Page.addScriptToEvaluateOnNewDocument", "params": { "source": script } });
        session.post("goog/cdp/execute", command).map(drop)
    }

    pub fn complaints(&self, session: &Session) -> Result<Vec<String>> {
        let log = session.post("se/log", json!({ "type": "browser" }))?;
        let entries = log.as_array().context("a log")?;
        let bad = entries
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["source"] == "security");
        Ok(bad
            .map(|entry| entry["message"].as_str().unwrap_or_default().to_owned())
            .collect())
    }
}

/// Script: the field for a file that the page has asked with.
pub const FILE_FIELD: &str = "return document.querySelector('body > input[type=file]')";

/// From now on the dialog for a file stays shut: the field that would open it is kept in the page, where the driver finds it.
pub fn keep_file_fields(session: &Session) -> Result<()> {
    let body = "HTMLInputElement.prototype.click = function () {
        if (this.type === 'file') document.body.append(this);
        else HTMLElement.prototype.click.call(this);
    }";
    session
        .post("execute/sync", json!({ "script": body, "args": [] }))
        .map(drop)
}

/// Puts a file into such a field, and takes the field out of the page.
pub fn put_file(session: &Session, field: &Value, file: &Path) -> Result<()> {
    let id = element_id(field).context("a field")?;
    session.post(&format!("element/{id}/value"), json!({ "text": file }))?;
    let body = "arguments[0].remove()";
    session
        .post("execute/sync", json!({ "script": body, "args": [reference(&id)] }))
        .map(drop)
}

/// A free port is sought for one protocol and may be taken for the other; the driver then ends, and another try finds another.
fn driver() -> Result<(Owned, u16)> {
    let mut last = None;
    for _ in 0..3 {
        let mut command = Command::new("chromedriver");
        command
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut driver = Owned::start(&mut command).context("is the package chromium-driver installed?")?;
        let output = lines(driver.0.stdout.take().context("no standard output")?);
        match port(&output) {
            Ok(port) => return Ok((driver, port)),
            Err(error) => last = Some(error),
        }
    }
    Err(last.context("chromedriver was not started")?)
}

fn port(output: &Receiver<String>) -> Result<u16> {
    let started = Instant::now();
    loop {
        let line = output.recv_timeout(PATIENCE).context("chromedriver names no port")?;
        if let Some((_, rest)) = line.split_once("started successfully on port ") {
            return rest.trim_end_matches('.').parse().context("chromedriver's port");
        }
        ensure!(started.elapsed() < PATIENCE, "chromedriver names no port");
    }
}

fn binary() -> Result<String> {
    let found = Command::new("which").arg("chromium").output()?;
    let path = String::from_utf8(found.stdout)?.trim().to_owned();
    ensure!(!path.is_empty(), "chromium is not installed");
    Ok(path)
}
