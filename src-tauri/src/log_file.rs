//! The log file: small, and without keys, addresses and words of any message.

use std::fmt::{Debug, Write};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};

use tauri::Wry;
use tauri::plugin::TauriPlugin;
use tauri_plugin_log::log::{self, LevelFilter, Record};
use tauri_plugin_log::{Builder, RotationStrategy, Target, TargetKind};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::{LevelFilter as Least, Targets};
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::{Layer, Registry};

/// Largest log file, in bytes; with the ones before it, at most four times that lies on the disk.
const LARGEST_FILE: u128 = 1 << 20;
const FILES_KEPT: usize = 3;
const FILE_NAME: &str = "characterchat";

/// Where the log lies: in the platform's place for logs, and where the platform has none (Linux) or the data folder was chosen by
/// hand, in the data folder.
pub fn folder(data: &Path) -> TargetKind {
    let is_chosen = std::env::var_os("CHARACTERCHAT_HOME").is_some_and(|folder| !folder.is_empty());
    let file_name = Some(FILE_NAME.to_owned());
    if cfg!(target_os = "linux") || is_chosen {
        TargetKind::Folder {
            path: data.join("logs"),
            file_name,
        }
    } else {
        TargetKind::LogDir { file_name }
    }
}

/// The plugin that writes the file; none when the folder cannot be written, which must not keep the window from opening.
pub fn plugin(target: TargetKind) -> Option<TauriPlugin<Wry>> {
    if let TargetKind::Folder { path, .. } = &target {
        can_write(path)?;
    }
    let builder = Builder::new()
        .clear_targets()
        .target(Target::new(target))
        // Of other people's crates only what is wrong; our own are filtered where they are passed on.
        .level(LevelFilter::Warn);
    let own = OWN
        .iter()
        .fold(builder, |builder, name| builder.level_for(*name, LevelFilter::Info));
    Some(
        own.max_file_size(LARGEST_FILE)
            .rotation_strategy(RotationStrategy::KeepSome(FILES_KEPT))
            .build(),
    )
}

/// The crates of this house that may say what they do. What they say below `info` may hold words of a message.
const OWN: [&str; 4] = ["app", "store", "llm", "characterchat_desktop"];

fn can_write(folder: &PathBuf) -> Option<()> {
    std::fs::create_dir_all(folder).ok()?;
    std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(folder.join(FILE_NAME).with_extension("log"))
        .ok()
        .map(drop)
}

/// Passes on to the log file what the app tells through `tracing`, and where the program panicked.
pub fn pass_on() {
    let own = OWN.map(|name| (name, Least::INFO));
    let filter = Targets::new().with_default(Least::WARN).with_targets(own);
    // Not `try_init`, which would also take the place of the log file's own writer.
    let _ = tracing::subscriber::set_global_default(Registry::default().with(ToLog.with_filter(filter)));
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic: &PanicHookInfo| {
        // The words of a panic may quote a message, so only its place is kept.
        let place = panic
            .location()
            .map(|place| format!("{}:{}", place.file(), place.line()));
        tracing::error!(place, "the program made a mistake");
        usual(panic);
    }));
}

struct ToLog;

impl<S: Subscriber> Layer<S> for ToLog {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = Line::default();
        event.record(&mut line);
        let metadata = event.metadata();
        let level = match *metadata.level() {
            Level::ERROR => log::Level::Error,
            Level::WARN => log::Level::Warn,
            Level::INFO => log::Level::Info,
            Level::DEBUG => log::Level::Debug,
            Level::TRACE => log::Level::Trace,
        };
        let words = format!("{}{}", line.message, line.fields);
        log::logger().log(
            &Record::builder()
                .level(level)
                .target(metadata.target())
                .args(format_args!("{words}"))
                .build(),
        );
    }
}

/// One event as one line: the words, then the fields.
#[derive(Default)]
struct Line {
    message: String,
    fields: String,
}

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing into a string does not fail.
        let _ = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
    }
}
