//! How much memory this process has held at most.

use anyhow::{Context, Result};

/// Lets the peak begin anew.
pub fn forget_peak() {
    // Where that is not possible, the peak is that of the whole run, which is only larger.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// In MiB, since the peak was forgotten.
pub fn peak_mib() -> Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status").context("memory is measured on Linux only")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: u64 = line
        .and_then(|line| line.split_whitespace().next())
        .context("no peak")?
        .parse()?;
    Ok(kib / 1024)
}
