//! What the packages for Linux carry and ask for that is known only when the program is built.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::process::require;

/// Where the notices are installed.
const NOTICES: &str = "/usr/share/doc/character-chat-bot/third-party-notices.txt";
/// Where Debian looks for what changed; Tauri's own setting lays it into a folder of another name.
const CHANGES: &str = "/usr/share/doc/character-chat-bot/changelog.gz";

/// Tauri's configuration with the notices and (Debian only) the compressed `changes`, and with the C library among what must be installed.
/// Tauri replaces lists, so those of the configuration `own` are repeated.
pub fn extras(own: &Value, glibc: Option<(u32, u32)>, notices: &Path, changes: &Path) -> Value {
    let kinds = ["deb", "rpm"].map(|kind| {
        let mut depends = own["bundle"]["linux"][kind]["depends"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        if let Some((major, minor)) = glibc {
            depends.push(json!(match kind {
                "deb" => format!("libc6 (>= {major}.{minor})"),
                _ => format!("libc.so.6(GLIBC_{major}.{minor})(64bit)"),
            }));
        }
        let files = match kind {
            "deb" => json!({ NOTICES: notices, CHANGES: changes }),
            _ => json!({ NOTICES: notices }),
        };
        (kind.to_owned(), json!({ "depends": depends, "files": files }))
    });
    json!({ "bundle": { "linux": serde_json::Map::from_iter(kinds) } })
}

/// Compresses a list of changes as Debian asks for it: well, and the same each time.
pub fn compress(from: &Path, to: &Path) -> Result<()> {
    let mut command = Command::new("gzip");
    command.arg("-9nc").arg(from);
    command.stdout(File::create(to).with_context(|| to.display().to_string())?);
    let failed = "gzip could not compress the list of changes";
    require(command.status().context(failed)?, failed)
}

/// The newest version of the GNU C library of which a program uses something: it names each version as `GLIBC_2.34`.
pub fn newest_glibc(program: &[u8]) -> Option<(u32, u32)> {
    const MARK: &[u8] = b"GLIBC_";
    let names = program
        .windows(MARK.len())
        .enumerate()
        .filter(|(_, bytes)| *bytes == MARK);
    names.filter_map(|(at, _)| version(&program[at + MARK.len()..])).max()
}

fn version(bytes: &[u8]) -> Option<(u32, u32)> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let length = bytes.iter().take_while(|byte| is_part(byte)).count();
    let mut numbers = std::str::from_utf8(&bytes[..length]).ok()?.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts_by_number() {
        let program = b"a\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0GLIBCXX_3.4.30\0GLIBC_";
        assert_eq!(newest_glibc(program), Some((2, 34)));
        assert_eq!(newest_glibc(b"MZ"), None);
    }

    /// The Debian package did not ask for the C library that it cannot start without.
    #[test]
    fn packages_keep_what_they_ask_for_and_ask_for_the_c_library_too() {
        let own =
            json!({ "bundle": { "linux": { "deb": { "depends": ["libgcc-s1"] }, "rpm": { "depends": ["a"] } } } });
        let extras = extras(&own, Some((2, 34)), Path::new("notices.txt"), Path::new("changes.gz"));
        let linux = &extras["bundle"]["linux"];
        assert_eq!(linux["deb"]["depends"], json!(["libgcc-s1", "libc6 (>= 2.34)"]));
        assert_eq!(linux["rpm"]["depends"], json!(["a", "libc.so.6(GLIBC_2.34)(64bit)"]));
        assert_eq!(
            linux["deb"]["files"],
            json!({ NOTICES: "notices.txt", CHANGES: "changes.gz" })
        );
        assert_eq!(linux["rpm"]["files"], json!({ NOTICES: "notices.txt" }));
    }
}
