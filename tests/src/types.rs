//! The TypeScript types of the commands and events, made from the Rust ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const HEADER: &str = "// Made from the Rust types by `cargo xtask generate`. Do not edit.\n";

/// All generated files by name: one a type, and `Commands.ts` with the map of all commands.
pub fn typescript() -> anyhow::Result<BTreeMap<String, String>> {
    let folder = tempfile::tempdir()?;
    let config = ts_rs::Config::new()
        .with_out_dir(folder.path())
        .with_large_int("number");
    app::commands::export_types(&config)?;
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder.path())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path)?;
        let body: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("// This file was generated"))
            .collect();
        files.insert(name, format!("{HEADER}{}\n", body.join("\n").trim()));
    }
    let lines = app::commands::commands_type(&config);
    let words: BTreeSet<&str> = lines.split(|letter: char| !letter.is_alphanumeric()).collect();
    let types = words
        .into_iter()
        .filter(|word| files.contains_key(&format!("{word}.ts")));
    let imports: String = types
        .map(|name| format!("import type {{ {name} }} from \"./{name}\";\n"))
        .collect();
    let comment = "/** Every command: what goes in, what comes out. */";
    files.insert(
        "Commands.ts".to_owned(),
        format!("{HEADER}{imports}\n{comment}\nexport type Commands = {{\n{lines}}};\n"),
    );
    Ok(files)
}

/// What differs between the generated files and those in a folder, a line each.
pub fn drift(folder: &Path) -> anyhow::Result<Vec<String>> {
    let wanted = typescript()?;
    let mut differences = Vec::new();
    for (name, text) in &wanted {
        match std::fs::read_to_string(folder.join(name)) {
            Ok(committed) if committed == *text => {}
            Ok(_) => differences.push(format!("{name} differs")),
            Err(_) => differences.push(format!("{name} is missing")),
        }
    }
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !wanted.contains_key(&name) {
            differences.push(format!("{name} is not generated any more"));
        }
    }
    Ok(differences)
}
