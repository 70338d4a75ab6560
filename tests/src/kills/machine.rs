//! How slow the machine itself is at the moment: no program can store faster than its disk and its processors let it.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Between two probes.
const PAUSE: Duration = Duration::from_millis(50);
/// Probes that are older than this say nothing about the present.
const PRESENT: Duration = Duration::from_secs(5);

/// Writes a little to a file and waits for the disk, again and again, beside the program that is tried.
pub struct Machine {
    stop: Arc<AtomicBool>,
    /// When a probe ended, and how long it took with its pause.
    probes: Arc<Mutex<Vec<(Instant, Duration)>>>,
    thread: Option<JoinHandle<()>>,
}

impl Machine {
    /// Begins to probe the disk that the folder lies on.
    pub fn watch(folder: &Path) -> Result<Self> {
        let mut file = tempfile::tempfile_in(folder)?;
        let stop = Arc::new(AtomicBool::new(false));
        let probes: Arc<Mutex<Vec<(Instant, Duration)>>> = Arc::default();
        let (stopped, noted) = (Arc::clone(&stop), Arc::clone(&probes));
        let thread = std::thread::spawn(move || {
            while !stopped.load(Ordering::Relaxed) {
                let started = Instant::now();
                std::thread::sleep(PAUSE);
                write(&mut file);
                let took = started.elapsed().saturating_sub(PAUSE);
                let mut probes = noted.lock().unwrap_or_else(PoisonError::into_inner);
                probes.retain(|(ended, _)| ended.elapsed() < 2 * PRESENT);
                probes.push((Instant::now(), took));
            }
        });
        Ok(Self {
            stop,
            probes,
            thread: Some(thread),
        })
    }

    /// The longest that one small write took in the last seconds.
    pub fn slowest(&self) -> Duration {
        let probes = self.probes.lock().unwrap_or_else(PoisonError::into_inner);
        let present = probes.iter().filter(|(ended, _)| ended.elapsed() < PRESENT);
        present.map(|(_, took)| *took).max().unwrap_or_default()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A failed write is as good as a fast one: it only makes the limit stricter.
fn write(file: &mut File) {
    let _ = file.write_all(&[0; 4096]).and_then(|()| file.sync_data());
}
