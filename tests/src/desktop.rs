//! The real window as a test meets it: on a screen and a session bus of its own, driven through WebKit's driver.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::page::Page;
use crate::process::{Owned, built_beside, lines, wait_until};
use crate::provider::Provider;
use crate::test_app::Home;

/// A data folder, and what it takes to show windows on it.
pub struct Desktop {
    pub home: Home,
    environment: Vec<(&'static str, String)>,
    _screen: Owned,
    _bus: Owned,
}

/// The window's program: what `CHARACTERCHAT_DESKTOP_BIN` names, else the one that was built beside this one.
pub fn window_program() -> Result<PathBuf> {
    match std::env::var_os("CHARACTERCHAT_DESKTOP_BIN").filter(|value| !value.is_empty()) {
        Some(path) => Ok(PathBuf::from(path)),
        None => built_beside("characterchat-desktop"),
    }
}

impl Desktop {
    /// An empty screen of 1280 by 800 pixels beside a data folder. The window's model is the provider's.
    pub fn with_provider(home: Home, provider: &Provider) -> Result<Self> {
        let desktop = Self::new(home)?;
        let connection = json!({ "name": "Local provider", "base_url": provider.base_url(), "models": ["test-model"] });
        let list = desktop.call("save_connection", &connection)?;
        let model = list["models"]
            .as_array()
            .and_then(|models| models.iter().find(|model| model["name"] == "test-model"));
        let id = &model.context("the model is listed")?["id"];
        desktop.call("choose_model", &json!({ "model_id": id }))?;
        Ok(desktop)
    }

    /// An empty screen of 1280 by 800 pixels beside a data folder.
    pub fn new(home: Home) -> Result<Self> {
        let mut screen = Command::new("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let (screen, number) = first_line(&mut screen).context("is the package xvfb installed?")?;
        let mut bus = Command::new("dbus-daemon");
        bus.args(["--session", "--nofork", "--nopidfile", "--print-address"]);
        let (bus, address) = first_line(&mut bus).context("is the package dbus installed?")?;
        let environment = vec![
            ("DISPLAY", format!(":{number}")),
            ("DBUS_SESSION_BUS_ADDRESS", address),
            ("NO_AT_BRIDGE", "1".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
        ];
        Ok(Self {
            home,
            environment,
            _screen: screen,
            _bus: bus,
        })
    }

    /// A command of the list, carried out on the data folder while no window is open.
    pub fn call(&self, name: &str, input: &Value) -> Result<Value> {
        let output = self.home.command()?.args(["call", name, &input.to_string()]).output()?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{name} {input:.200}: {said}");
        serde_json::from_slice(&output.stdout).with_context(|| format!("the output of {name}"))
    }

    /// The window's program, or WebKit's driver, which passes its environment on to the window that it opens.
    pub fn command(&self, program: impl Into<PathBuf>) -> Result<Command> {
        let mut command = Command::new(program.into());
        for (name, value) in self.home.command()?.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.env_remove("WAYLAND_DISPLAY").current_dir(self.home.outside());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        Ok(command)
    }

    /// Opens the window. It is gone when its page is dropped.
    pub fn open(&self) -> Result<(Page, Window)> {
        let port = free_port()?;
        let mut command = self.command("WebKitWebDriver")?;
        command
            .arg(format!("--port={port}"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.envs([("TAURI_AUTOMATION", "true"), ("TAURI_WEBVIEW_AUTOMATION", "true")]);
        let driver = Owned::start(&mut command).context("is the package webkit2gtk-driver installed?")?;
        wait_until("WebKit's driver", || {
            Ok(TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok())
        })?;
        let page = Page::of_window(port, &window_program()?)?;
        let process_id = child_of(driver.0.id()).context("the window has no process")?;
        Ok((
            page,
            Window {
                process_id,
                _driver: driver,
            },
        ))
    }
}

/// The program of an open window, and the driver that opened it. Its page is to be dropped first, which ends the driver's session.
pub struct Window {
    pub process_id: u32,
    _driver: Owned,
}

impl Window {
    /// Sends a signal to the window's program and waits until it is gone.
    pub fn signal(&self, signal: &str) -> Result<()> {
        let sent = Command::new("kill")
            .args([signal, &self.process_id.to_string()])
            .status()?;
        ensure!(sent.success(), "the window could not be sent {signal}");
        wait_until("the window to go", || Ok(!is_running(self.process_id)))
    }

    /// Whether its program still runs.
    pub fn is_running(&self) -> bool {
        is_running(self.process_id)
    }
}

/// A killed child of the driver may stay as a zombie until the driver looks after it.
fn is_running(process_id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process_id}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// The first child of a process, as Linux tells it.
fn child_of(process_id: u32) -> Option<u32> {
    let children = std::fs::read_to_string(format!("/proc/{process_id}/task/{process_id}/children")).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Starts a program that says on its first line where it can be reached.
fn first_line(command: &mut Command) -> Result<(Owned, String)> {
    let mut process = Owned::start(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null()),
    )?;
    let output = lines(process.0.stdout.take().context("no standard output")?);
    let line = output.recv_timeout(crate::http::PATIENCE).context("it said nothing")?;
    Ok((process, line.trim().to_owned()))
}
