//! What goes to standard output and standard error. Names, titles and texts come from files and models: none of them may move the
//! cursor, so control characters stay behind.

use std::io::Write;

use app::Error;
use engine::controls::{json_without_controls, without_controls};

/// Prints words at once, also into a pipe, without going to a new line; a closed pipe ends the program's talk, not its work.
pub fn print(text: &str) {
    raw(&without_controls(text));
}

/// Prints a line of words.
pub fn print_line(line: &str) {
    raw(&format!("{}\n", without_controls(line)));
}

/// Prints a line of JSON.
pub fn print_json(json: &str) {
    raw(&format!("{}\n", json_without_controls(json)));
}

/// Prints words in another voice than those around them, as far as the terminal has one.
pub fn print_dim(text: &str) {
    raw(&format!("\u{1b}[2m{}\u{1b}[22m", without_controls(text)));
}

fn raw(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Tells on standard error how something goes on.
pub fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{}", without_controls(line));
}

/// An error as JSON `{code, message}` on a line of standard error.
pub fn tell(error: &Error) {
    let line = serde_json::json!({ "code": error.code, "message": error.message }).to_string();
    let _ = writeln!(std::io::stderr(), "{}", json_without_controls(&line));
}
