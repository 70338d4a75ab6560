//! The doors by which commands come in, and what may pass through each.

/// Where a command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The window on this computer.
    Desktop,
    /// The command line on this computer.
    Terminal,
    /// A page in a browser.
    Browser,
}

impl Door {
    /// Whether a command may name a path of this computer. A page may not: what runs in a browser must never choose which of
    /// the reader's files the program opens or writes.
    pub fn admits_paths(self) -> bool {
        match self {
            Self::Desktop | Self::Terminal => true,
            Self::Browser => false,
        }
    }
}
