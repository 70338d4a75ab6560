//! Writes the TypeScript types into the interface: `cargo xtask generate`.

fn main() -> anyhow::Result<()> {
    let folder = characterchat_tests::checkout().join("ui/src/api/generated");
    let files = characterchat_tests::types::typescript()?;
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    Ok(())
}
