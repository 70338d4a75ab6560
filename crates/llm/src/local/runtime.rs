//! llama.cpp itself: started once for the process, and its log caught.

use std::fmt::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use llama_cpp_2::llama_backend::LlamaBackend;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::model::params::LlamaModelParams;
use llama_cpp_2::{LogOptions, send_logs_to_tracing};
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span;

use crate::error::ModelError;

/// The runtime; it is started by the first call and lives as long as the process.
pub fn backend() -> Result<&'static LlamaBackend, ModelError> {
    static BACKEND: OnceLock<Result<LlamaBackend, String>> = OnceLock::new();
    BACKEND
        .get_or_init(|| {
            send_logs_to_tracing(LogOptions::default());
            LlamaBackend::init().map_err(|error| error.to_string())
        })
        .as_ref()
        .map_err(|reason| ModelError::Local {
            message: format!("llama.cpp could not be started ({reason})"),
        })
}

/// Runs `work`, passes what llama.cpp logged meanwhile on as debug messages, and returns the last line that reported an error.
///
/// The library logs dozens of lines at level info for every model; they are of use only to someone who looks for a fault.
pub fn with_captured_log<T>(work: impl FnOnce() -> T) -> (T, Option<String>) {
    let capture = LogCapture::default();
    let lines = capture.lines.clone();
    let result = tracing::subscriber::with_default(capture, work);
    let lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
    let mut last_error = None;
    for (level, line) in lines {
        tracing::debug!(target: "llama.cpp", %level, "{line}");
        if level == tracing::Level::ERROR {
            last_error = Some(line);
        }
    }
    (result, last_error)
}

/// Reads the weights of a file. When that fails, why: the last error that llama.cpp logged says more than the binding does.
pub fn load_weights(path: &Path) -> Result<Result<LlamaModel, String>, ModelError> {
    let backend = backend()?;
    let (loaded, reason) =
        with_captured_log(|| LlamaModel::load_from_file(backend, path, &LlamaModelParams::default()));
    Ok(loaded.map_err(|error| reason.unwrap_or_else(|| error.to_string())))
}

/// Target under which the binding hands the library's log to `tracing`.
const LOG_TARGET: &str = "llama-cpp-2";

/// Holds more lines than any model prints; a library that logs without end must not fill the memory.
const MAX_LINES: usize = 4096;

/// A subscriber that only gathers: an event cannot be passed on from inside the handling of an event.
#[derive(Default)]
struct LogCapture {
    lines: Arc<Mutex<Vec<(tracing::Level, String)>>>,
}

impl tracing::Subscriber for LogCapture {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == LOG_TARGET
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::INFO)
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        if event.metadata().target() != LOG_TARGET {
            return;
        }
        let mut message = MessageText::default();
        event.record(&mut message);
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() < MAX_LINES {
            lines.push((*event.metadata().level(), message.0));
        }
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

#[derive(Default)]
struct MessageText(String);

impl Visit for MessageText {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            let _ = write!(self.0, "{value:?}");
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "message" {
            self.0.push_str(value.trim());
        }
    }
}
