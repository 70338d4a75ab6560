//! What is wrong with a file, and where.

use std::fmt;

use engine::json_fault::json_fault;
use engine::save_file::limits;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Where in the file, as a JSON path such as `messages[3].alternates[0].text`, or as `line 7` in a text; empty for the whole
    /// file.
    pub path: String,
    pub reason: String,
}

/// All that is wrong with a file: the first ones in full, the others counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Problems {
    pub listed: Vec<Problem>,
    pub more: usize,
}

impl Problems {
    pub fn add(&mut self, path: impl fmt::Display, reason: impl Into<String>) {
        if self.listed.len() < limits::LISTED_ERRORS {
            let (path, reason) = (path.to_string(), reason.into());
            self.listed.push(Problem { path, reason });
        } else {
            self.more += 1;
        }
    }

    pub fn are_none(&self) -> bool {
        self.listed.is_empty()
    }

    /// One problem of the whole file.
    pub fn whole(reason: impl Into<String>) -> Self {
        let mut problems = Self::default();
        problems.add("", reason);
        problems
    }
}

/// Why a file was not read.
#[derive(Debug)]
pub enum ImportError {
    /// A conversation of another program, whose name is given.
    Foreign(&'static str),
    /// A ZIP archive: a backup, perhaps.
    Archive,
    /// Neither a save file nor a transcript.
    Unknown,
    Invalid(Problems),
    /// The disk, not the file.
    Unreadable(std::io::Error),
}

impl From<Problems> for ImportError {
    fn from(problems: Problems) -> Self {
        Self::Invalid(problems)
    }
}

impl From<std::io::Error> for ImportError {
    /// What the bounds refused is a problem of the file, everything else one of the disk.
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::InvalidData {
            Self::Invalid(Problems::whole(error.to_string()))
        } else {
            Self::Unreadable(error)
        }
    }
}

impl From<serde_json::Error> for ImportError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() {
            return std::io::Error::from(error).into();
        }
        Self::Invalid(Problems::whole(not_json(&error)))
    }
}

/// Why a text is not JSON, in words.
pub(crate) fn not_json(error: &serde_json::Error) -> String {
    if error.is_eof() {
        return format!("the file ends in the middle, at line {}", error.line());
    }
    format!("this is not JSON that can be read: {}", json_fault(error))
}

/// A place in a JSON text; only written out when there is something to say about it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path<'a> {
    Whole,
    Key(&'a Path<'a>, &'a str),
    Index(&'a Path<'a>, usize),
}

/// The longest key that is shown, in characters.
const SHOWN_KEY: usize = 60;

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Index(above, index) => write!(formatter, "{above}[{index}]"),
            Self::Key(above, key) => {
                let plain = key.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
                let shown: String = key.chars().take(SHOWN_KEY).collect();
                match above {
                    _ if !plain || key.is_empty() => write!(formatter, "{above}[{shown:?}]"),
                    Self::Whole => formatter.write_str(&shown),
                    _ => write!(formatter, "{above}.{shown}"),
                }
            }
        }
    }
}
