//! `cargo xtask run`: sets up what is missing and starts the app.

use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{DESKTOP, EMBEDDED_INTERFACE, SERVER, build_of};
use crate::places::Places;
use crate::process::{become_program, run_shown};
use crate::setup;
use crate::system_packages::Purpose;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Door {
    Browser,
    Window,
}

#[derive(PartialEq, Eq, Debug)]
struct Options {
    /// None: the window where there is a screen, else the browser.
    door: Option<Door>,
    port: Option<u16>,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = read_options(arguments)?;
    let door = choose_door(&options, has_screen())?;
    let places = Places::find()?;
    let purpose = match door {
        Door::Browser => Purpose::Web,
        Door::Window => Purpose::Desktop,
    };
    let mut steps = setup::set_up(&places, purpose, 2)?;
    steps.begin("Building the program (the first time takes some minutes, most of them for the model runtime)");
    build(&places, door)?;
    match door {
        Door::Browser => {
            steps.begin("Starting the browser app. Open the address below; Ctrl+C ends it");
            become_program(server(&places, options.port))
        }
        Door::Window => {
            steps.begin("Opening the window");
            become_program(places.with_resources(Command::new(places.program(DESKTOP))))
        }
    }
}

fn build(places: &Places, door: Door) -> Result<()> {
    let command = match door {
        Door::Browser => build_of(places, &[SERVER]),
        Door::Window => {
            let mut command = build_of(places, &[DESKTOP]);
            command.args(EMBEDDED_INTERFACE);
            command
        }
    };
    run_shown(command, "The program could not be built. What was set up before stays")
}

/// The server, not started yet, with the checkout's resources.
fn server(places: &Places, port: Option<u16>) -> Command {
    let mut command = places.with_resources(Command::new(places.program(SERVER)));
    command.arg("serve");
    if let Some(port) = port {
        command.args(["--port", &port.to_string()]);
    }
    command
}

fn read_options(arguments: &[String]) -> Result<Options> {
    let mut options = Options { door: None, port: None };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--web" => set_door(&mut options, Door::Browser)?,
            "--desktop" => set_door(&mut options, Door::Window)?,
            "--port" => {
                let port = rest.next().context("--port needs a number after it")?;
                options.port = Some(
                    port.parse()
                        .with_context(|| format!("{port:?} is not a port (0 to 65535)"))?,
                );
            }
            unknown => bail!("{unknown:?} is not an option of run; there are --web, --desktop and --port N"),
        }
    }
    Ok(options)
}

fn set_door(options: &mut Options, door: Door) -> Result<()> {
    if options.door.is_some_and(|earlier| earlier != door) {
        bail!("--web and --desktop exclude each other");
    }
    options.door = Some(door);
    Ok(())
}

fn choose_door(options: &Options, has_screen: bool) -> Result<Door> {
    // A port says that a browser is meant.
    match (options.door, options.port) {
        (Some(Door::Window), Some(_)) => bail!("--port belongs to the browser app, and --desktop was asked for"),
        (Some(Door::Window), None) if !has_screen => bail!(
            "--desktop needs a screen, and neither DISPLAY nor WAYLAND_DISPLAY is set. Nothing was changed. \
             Start it in a desktop session, or use --web"
        ),
        (Some(door), _) => Ok(door),
        (None, None) if has_screen => Ok(Door::Window),
        (None, _) => Ok(Door::Browser),
    }
}

fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, has_screen: bool, expected: Result<(Door, Option<u16>), &str>) {
        let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        let chosen = read_options(&arguments).and_then(|options| {
            let door = choose_door(&options, has_screen)?;
            Ok((door, options.port))
        });
        match (chosen, expected) {
            (Ok(chosen), Ok(expected)) => assert_eq!(chosen, expected, "{line}"),
            (Err(error), Err(part)) => assert!(format!("{error:#}").contains(part), "{line}: {error:#}"),
            (chosen, expected) => panic!("{line}: {chosen:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn the_window_opens_where_there_is_a_screen() {
        check("", true, Ok((Door::Window, None)));
        check("", false, Ok((Door::Browser, None)));
        check("--web", true, Ok((Door::Browser, None)));
        check("--desktop", true, Ok((Door::Window, None)));
        check("--desktop", false, Err("needs a screen"));
    }

    #[test]
    fn a_port_means_the_browser() {
        check("--port 8080", true, Ok((Door::Browser, Some(8080))));
        check("--web --port 0", true, Ok((Door::Browser, Some(0))));
        check("--desktop --port 1", true, Err("belongs to the browser"));
    }

    #[test]
    fn wrong_options_are_told() {
        check("--web --desktop", true, Err("exclude each other"));
        check("--port", true, Err("needs a number"));
        check("--port 70000", true, Err("not a port"));
        check("--wb", true, Err("--wb"));
    }
}
