//! The notices of those whose work is in the program: each crate and package of the interface with its licence, and the texts of the
//! licences, each once. Written from what Cargo and npm have on this computer, without the network.

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::places::Places;
use crate::process::{cargo, require};

/// Of the interface's packages only these end in the bundle besides those that it names: Svelte's own runtime uses them.
const RUNTIME_OF_SVELTE: [&str; 2] = ["clsx", "esm-env"];
/// How the names of files with a licence begin, in lower case.
const BEGINNINGS: [&str; 6] = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
/// So deep in a crate is looked for licences of what it carries along (the inference library lies two folders deep).
const DEEPEST: usize = 5;

/// Something that somebody else wrote and that is in the program.
struct Part {
    name: String,
    version: String,
    licence: String,
    authors: String,
    origin: String,
    /// Licence files by their path within the part.
    texts: Vec<(String, String)>,
}

/// Writes the notices of a program into the target folder.
pub fn write(places: &Places, program: &str) -> Result<PathBuf> {
    let mut parts = crates(places, program)?;
    parts.extend(packages(&places.interface())?);
    let folder = places.target.join("notices");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("third-party-notices.txt");
    fs::write(&path, laid_out(&parts)).with_context(|| path.display().to_string())?;
    Ok(path)
}

fn crates(places: &Places, program: &str) -> Result<Vec<Part>> {
    let mut command = cargo();
    command
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
        ])
        .arg(platform()?)
        .current_dir(&places.root);
    let failed = "Cargo did not tell which crates the program is made of";
    let metadata: Value = serde_json::from_str(&output(command, failed)?).context(failed)?;
    let mut parts = Vec::new();
    for package in in_the_program(&metadata, program).context(failed)? {
        let manifest = Path::new(text(package, "manifest_path"));
        let authors: Vec<&str> = list(package, "authors").filter_map(Value::as_str).collect();
        parts.push(Part {
            name: text(package, "name").to_owned(),
            version: text(package, "version").to_owned(),
            licence: text(package, "license").to_owned(),
            authors: authors.join(", "),
            origin: text(package, "repository").to_owned(),
            texts: texts(manifest.parent().context(failed)?)?,
        });
    }
    parts.sort_by(|one, other| (&one.name, &one.version).cmp(&(&other.name, &other.version)));
    Ok(parts)
}

/// This computer's platform as Rust calls it.
fn platform() -> Result<String> {
    let mut command = Command::new("rustc");
    command.arg("-vV");
    let told = output(command, "rustc did not tell its version")?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its platform")?.to_owned())
}

/// What a program writes on its standard output; the rest is shown.
fn output(mut command: Command, what_failed: &str) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| what_failed.to_owned())?;
    require(output.status, what_failed)?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What others wrote and the program is linked from: neither what only builds or tests it, nor macros, which run while it is built.
fn in_the_program<'a>(metadata: &'a Value, program: &str) -> Option<Vec<&'a Value>> {
    let packages: HashMap<&str, &Value> = list(metadata, "packages")
        .map(|package| (text(package, "id"), package))
        .collect();
    let nodes: HashMap<&str, &Value> = list(&metadata["resolve"], "nodes")
        .map(|node| (text(node, "id"), node))
        .collect();
    let mut waiting = vec![*packages.iter().find(|(_, package)| text(package, "name") == program)?.0];
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        let package = packages.get(id)?;
        let is_macro = list(package, "targets").any(|target| list(target, "kind").any(|kind| kind == "proc-macro"));
        if is_macro || !seen.insert(id) {
            continue;
        }
        if !package["source"].is_null() {
            found.push(*package);
        }
        for dependency in list(nodes.get(id)?, "deps") {
            if list(dependency, "dep_kinds").any(|kind| kind["kind"].is_null()) {
                waiting.push(text(dependency, "pkg"));
            }
        }
    }
    Some(found)
}

fn packages(interface: &Path) -> Result<Vec<Part>> {
    let read = |path: PathBuf| -> Result<Value> {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    };
    let own = read(interface.join("package.json"))?;
    let named = own["dependencies"]
        .as_object()
        .context("the interface names no packages")?;
    let mut names: Vec<&str> = named.keys().map(String::as_str).chain(RUNTIME_OF_SVELTE).collect();
    names.sort_unstable();
    let mut parts = Vec::new();
    for name in names {
        let folder = interface.join("node_modules").join(name);
        let package = read(folder.join("package.json"))?;
        parts.push(Part {
            name: name.to_owned(),
            version: text(&package, "version").to_owned(),
            licence: text(&package, "license").to_owned(),
            authors: text(&package, "author").to_owned(),
            origin: text(&package["repository"], "url").to_owned(),
            texts: texts(&folder)?,
        });
    }
    Ok(parts)
}

fn texts(folder: &Path) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    look_into(folder, folder, 0, &mut found).with_context(|| folder.display().to_string())?;
    found.sort();
    Ok(found)
}

fn look_into(root: &Path, folder: &Path, depth: usize, found: &mut Vec<(String, String)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if depth < DEEPEST && name != "node_modules" {
                look_into(root, &path, depth + 1, found)?;
            }
        } else if is_licence(&name) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n");
            let place = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            found.push((place, text.trim().to_owned()));
        }
    }
    Ok(())
}

/// Licences are named in many ways, and so is source code that deals with them.
fn is_licence(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_source = [
        "rs", "c", "h", "js", "ts", "py", "cmake", "html", "json", "toml", "spdx",
    ]
    .iter()
    .any(|ending| name.ends_with(&format!(".{ending}")));
    !is_source && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

fn laid_out(parts: &[Part]) -> String {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut order: Vec<&str> = Vec::new();
    let mut out = String::from(
        "CharacterChatBot: what others wrote and is in the program, with their licences.\nThe numbers lead to the texts below.\n\n",
    );
    for part in parts {
        // Writing into a string does not fail.
        let _ = writeln!(out, "{} {}: {}", part.name, part.version, part.licence);
        for (what, value) in [("by", &part.authors), ("from", &part.origin)] {
            if !value.is_empty() {
                let _ = writeln!(out, "    {what} {value}");
            }
        }
        for (place, text) in &part.texts {
            let number = *numbers.entry(text).or_insert_with(|| {
                order.push(text);
                order.len()
            });
            let _ = writeln!(out, "    {place} [{number}]");
        }
    }
    for (index, text) in order.iter().enumerate() {
        let _ = write!(out, "\n{}\n[{}]\n\n{text}\n", "=".repeat(80), index + 1);
    }
    out
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn list<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    value[field].as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests;
