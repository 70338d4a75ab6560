//! Gives every command of the list a permission, and names them all together `commands-of-the-list`, so that the capability of
//! the window names exactly what is on the list.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use tauri_build::{AppManifest, Attributes};

const LIST: &str = "../crates/app/src/commands/mod.rs";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={LIST}");
    let names = command_names(&fs::read_to_string(LIST)?);
    if names.is_empty() {
        return Err(format!("{LIST} holds no line such as `name(Input) -> Output,`").into());
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?).join("permissions");
    write_permission_set(&out, &names)?;
    let manifest = AppManifest::new()
        .commands(leak(names.into_iter().map(|name| &*name.leak()).collect()))
        .permissions_path_pattern(out.join("*.toml").to_string_lossy().into_owned().leak());
    tauri_build::try_build(Attributes::new().app_manifest(manifest))?;
    Ok(())
}

/// A build script cannot use the crate that holds the list, since that would compile all of it once more: it reads the text.
fn command_names(source: &str) -> Vec<String> {
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    let entries = source.lines().filter_map(|line| {
        let (name, rest) = line.trim().split_once('(')?;
        (is_name(name) && rest.contains(") -> ") && rest.ends_with(',')).then(|| name.to_owned())
    });
    entries.collect()
}

fn write_permission_set(folder: &Path, names: &[String]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let permissions: Vec<String> = names
        .iter()
        .map(|name| format!("\"allow-{}\"", name.replace('_', "-")))
        .collect();
    let text = format!(
        "[[set]]\nidentifier = \"commands-of-the-list\"\ndescription = \"Every command of the app's list.\"\npermissions = [{}]\n",
        permissions.join(", ")
    );
    fs::write(folder.join("commands.toml"), text)?;
    Ok(())
}

/// Tauri wants names that live as long as the program; this one lives for a moment.
fn leak(names: Vec<&'static str>) -> &'static [&'static str] {
    names.leak()
}
