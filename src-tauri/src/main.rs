//! The desktop window: the same commands as the other doors, as Tauri commands of their own names, and the same events, emitted to
//! the page.
//!
//! In reading order: questions about the program ([`arguments`]), how the app starts beside the window ([`starting`]) or cannot
//! ([`trouble`]), the commands ([`commands`]), pictures ([`portraits`],
//! [`persona_pictures`]), the window ([`window`]) with its links, keys, painting, menu and zoom, the log file ([`log_file`]), and the end ([`ending`]).
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod arguments;

mod starting;

mod trouble;

mod commands;

mod portraits;

mod persona_pictures;

mod window;

mod links;

#[cfg(target_os = "linux")]
mod keys;

#[cfg(target_os = "linux")]
mod painting;

mod menu;

mod zoom;

mod log_file;

mod ending;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context;
use app::folders::Folders;
use app::{App, Result};
use tauri::{AppHandle, Builder, Emitter, Manager, RunEvent, Wry};

use starting::Starting;
use window::Storage;

/// Name of the event that carries the app's events.
const EVENT: &str = "event";

fn main() -> ExitCode {
    if let Some(code) = arguments::answer(std::env::args_os().skip(1)) {
        return code;
    }
    #[cfg(target_os = "linux")]
    painting::choose();
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("The window could not be opened: {error:#}. Nothing was changed.");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<ExitCode> {
    // Asked here, because the toolkit below would panic.
    #[cfg(target_os = "linux")]
    gtk::init()
        .ok()
        .context("there is no screen to open it on; start the program in a desktop session")?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no threads could be started")?;
    tauri::async_runtime::set(runtime.handle().clone());
    let context = tauri::generate_context!();
    let folders = starting::find_folders(context.package_info());
    // Known even when what comes with the program is missing.
    let data = Folders::with_resources(PathBuf::new()).ok().map(|folders| folders.data);
    let shell = plugins(data.as_deref())
        .manage(Starting::default())
        .manage(zoom::Zoom::default())
        .register_asynchronous_uri_scheme_protocol("portrait", portraits::answer)
        .register_asynchronous_uri_scheme_protocol("persona", persona_pictures::answer)
        .invoke_handler(commands::handler())
        .setup(move |shell| Ok(set_up(shell, folders, data)?))
        .build(context)
        .context("the desktop did not let it")?;
    let failed = Rc::new(Cell::new(false));
    let seen = Rc::clone(&failed);
    let code = shell.run_return(move |handle, event| {
        if let RunEvent::Exit = event {
            end(handle);
            seen.set(handle.state::<Starting>().has_failed());
        }
    });
    // Closing the window below the dialog that told of a failure is no success either.
    Ok(if code == 0 && !failed.get() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The plugins. That of the single instance comes first: a second start ends in it, before it touches anything.
fn plugins(data: Option<&Path>) -> Builder<Wry> {
    let mut builder = Builder::default().plugin(tauri_plugin_single_instance::init(|handle, _, _| {
        // Below the dialog that tells of a failure, the window has nothing to show.
        if !handle.state::<Starting>().has_failed() {
            window::raise(handle);
        }
    }));
    if let Some(data) = data {
        log_file::pass_on();
        if let Some(plugin) = log_file::plugin(log_file::folder(data)) {
            builder = builder.plugin(plugin);
        }
        builder = builder.plugin(window_state(data));
    }
    if cfg!(target_os = "macos") {
        builder = builder.menu(menu::make).on_menu_event(menu::chosen);
    }
    builder.plugin(tauri_plugin_dialog::init())
}

/// Keeps the window's place and size beside the data that belong to it.
fn window_state(data: &Path) -> tauri::plugin::TauriPlugin<Wry> {
    use tauri_plugin_window_state::{Builder, StateFlags};
    let flags = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED | StateFlags::FULLSCREEN;
    Builder::default()
        .with_filename(window_folder(data).join("place.json").to_string_lossy())
        .with_state_flags(flags)
        .build()
}

/// Where the window keeps what is its own: its place, and what the page keeps in the webview.
fn window_folder(data: &Path) -> PathBuf {
    data.join("window")
}

/// The folder for what the page keeps; where none can be made beside the data, one that [`end`] takes away.
fn storage(data: Option<PathBuf>) -> Storage {
    let kept = data
        .map(|data| window_folder(&data))
        .filter(|folder| std::fs::create_dir_all(folder).is_ok());
    kept.map_or_else(|| Storage::Passing(passing_folder()), Storage::Kept)
}

fn passing_folder() -> PathBuf {
    std::env::temp_dir().join(format!("characterchatbot-window-{}", std::process::id()))
}

fn set_up(shell: &tauri::App, folders: Result<Folders>, data: Option<PathBuf>) -> tauri::Result<()> {
    let window = window::open(shell, storage(data))?;
    #[cfg(target_os = "linux")]
    keys::listen(&window)?;
    #[cfg(not(target_os = "linux"))]
    drop(window);
    let handle = shell.handle().clone();
    tauri::async_runtime::spawn(ending::when_asked(handle.clone()));
    tauri::async_runtime::spawn(starting::start(handle.clone(), folders, move |app| {
        pass_events_on(&handle, app)
    }));
    Ok(())
}

/// Tells the page what happens.
fn pass_events_on(handle: &AppHandle, app: &App) {
    let mut listener = app.events.listen(app.owner());
    let handle = handle.clone();
    tauri::async_runtime::spawn(async move {
        while let Some(event) = listener.next().await {
            // An error only means that the window is closing.
            let _ = handle.emit(EVENT, event);
        }
    });
}

/// Stores what is being written and closes the database, whatever made the program end.
fn end(handle: &AppHandle) {
    if let Some(app) = handle.state::<Starting>().app_if_started() {
        tauri::async_runtime::block_on(app.end());
    }
    // Mostly there is none.
    let _ = std::fs::remove_dir_all(passing_folder());
}
