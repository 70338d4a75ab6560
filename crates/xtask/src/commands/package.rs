//! `cargo xtask package`: the installable desktop packages, each kind twice: with the models inside, and small without them.

mod linux;

mod remap;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::{DESKTOP, EMBEDDED_INTERFACE, build_of};
use crate::places::Places;
use crate::process::{megabytes, run_shown};
use crate::system_packages::Purpose;
use crate::{interface, models, notices, setup};

/// What the packages carry beside the program; the models are added here, because they lie outside the checkout.
const RESOURCES: &str = "src-tauri/tauri.package.conf.json";
/// How packages end.
const ENDINGS: [&str; 5] = ["deb", "rpm", "AppImage", "dmg", "msi"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Build {
    Release,
    /// Quick to build, for trying the packages themselves.
    Debug,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Contents {
    WithModels,
    Small,
}

#[derive(PartialEq, Eq, Debug)]
struct Options {
    build: Build,
    /// Kinds of package as Tauri names them, separated by commas.
    kinds: String,
}

pub fn package(arguments: &[String]) -> Result<()> {
    let options = read_options(arguments)?;
    let places = Places::find()?;
    let mut steps = setup::set_up(&places, Purpose::Desktop, 3)?;
    steps.begin("Building the program, which with every optimisation takes long");
    run_shown(
        program(&places, options.build)?,
        "The program could not be built, and there are no packages. What was set up before stays",
    )?;
    let extras = extras(&places, options.build)?;
    let mut made = Vec::new();
    for (contents, sentence) in [
        (Contents::Small, "Making the small packages, without models"),
        (Contents::WithModels, "Making the packages with the models inside"),
    ] {
        steps.begin(sentence);
        let failed = "The packages could not be made. Nothing outside the target folder was changed";
        run_shown(bundle(&places, &options, contents, &extras), failed)?;
        made.extend(collect(&places, options.build, contents)?);
    }
    println!("\nThe packages:");
    for path in made {
        let bytes = fs::metadata(&path).with_context(|| path.display().to_string())?.len();
        println!("  {:>7}  {}", megabytes(bytes), path.display());
    }
    Ok(())
}

fn read_options(arguments: &[String]) -> Result<Options> {
    let mut options = Options {
        build: Build::Release,
        kinds: usual_kinds(std::env::consts::OS).to_owned(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--debug" => options.build = Build::Debug,
            "--bundles" => {
                rest.next()
                    .context("--bundles needs kinds after it, such as deb,rpm")?
                    .clone_into(&mut options.kinds);
            }
            unknown => bail!("{unknown:?} is not an option of package; there are --debug and --bundles KINDS"),
        }
    }
    Ok(options)
}

/// AppImage is left to those who ask for it, because Tauri downloads tools for it.
fn usual_kinds(system: &str) -> &'static str {
    match system {
        "macos" => "dmg",
        "windows" => "msi",
        _ => "deb,rpm",
    }
}

fn program(places: &Places, build: Build) -> Result<Command> {
    let mut command = build_of(places, &[DESKTOP]);
    command.args(EMBEDDED_INTERFACE);
    if build == Build::Release {
        command.arg("--release");
        remap::hide_this_computer(&mut command, places)?;
    }
    Ok(command)
}

/// Configuration that is known only after the program was built: whose work is in it, and which C library it needs.
fn extras(places: &Places, build: Build) -> Result<serde_json::Value> {
    let notices = notices::write(places, DESKTOP)?;
    let program = match build {
        Build::Release => places.release_program(DESKTOP),
        Build::Debug => places.program(DESKTOP),
    };
    let bytes = fs::read(&program).with_context(|| program.display().to_string())?;
    let own = places.root.join("src-tauri/tauri.conf.json");
    let own = serde_json::from_str(&fs::read_to_string(&own)?).with_context(|| own.display().to_string())?;
    let changes = notices.with_file_name("changelog.gz");
    if cfg!(target_os = "linux") {
        linux::compress(&places.root.join("src-tauri/linux/changelog"), &changes)?;
    }
    Ok(linux::extras(&own, linux::newest_glibc(&bytes), &notices, &changes))
}

/// Tauri's own program lays the built one into packages.
fn bundle(places: &Places, options: &Options, contents: Contents, extras: &serde_json::Value) -> Command {
    let mut command = interface::tauri(places);
    command.args(["bundle", "--ci", "--bundles", &options.kinds, "--config"]);
    command.arg(places.root.join(RESOURCES));
    command.args(["--config", &extras.to_string()]);
    if options.build == Build::Debug {
        command.arg("--debug");
    }
    if contents == Contents::WithModels {
        command.args(["--config", &models_resources(&places.models)]);
    }
    command
}

/// Adds the models to the resources, as Tauri's configuration.
fn models_resources(folder: &Path) -> String {
    let entries = [&models::STARTER, &models::EMBEDDING].map(|model| {
        let from = folder.join(model.file).to_string_lossy().into_owned();
        (from, json!(format!("models/{}", model.file)))
    });
    let resources: serde_json::Map<String, serde_json::Value> = entries.into_iter().collect();
    json!({ "bundle": { "resources": resources } }).to_string()
}

/// Moves the new packages to one folder, `packages` in the target folder, because both contents get the same names from Tauri.
fn collect(places: &Places, build: Build, contents: Contents) -> Result<Vec<PathBuf>> {
    let profile = match build {
        Build::Release => "release",
        Build::Debug => "debug",
    };
    let bundles = places.target.join(profile).join("bundle");
    let packages = places.target.join("packages");
    fs::create_dir_all(&packages).with_context(|| packages.display().to_string())?;
    let mut moved = Vec::new();
    let kinds = fs::read_dir(&bundles).with_context(|| format!("{} was not made", bundles.display()))?;
    for file in kinds.flatten().flat_map(|kind| files_of(&kind.path())) {
        if let Some(name) = package_name(&file, contents) {
            let to = packages.join(name);
            fs::rename(&file, &to).with_context(|| format!("{} could not be moved", file.display()))?;
            moved.push(to);
        }
    }
    if moved.is_empty() {
        bail!("Tauri ended well, yet no package lies in {}", bundles.display());
    }
    Ok(moved)
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect()
}

/// The name that a package gets; none for what is no package.
fn package_name(file: &Path, contents: Contents) -> Option<String> {
    let ending = file.extension()?.to_str().filter(|ending| ENDINGS.contains(ending))?;
    let stem = file.file_stem()?.to_str()?;
    Some(match contents {
        Contents::WithModels => format!("{stem}.{ending}"),
        Contents::Small => format!("{stem}-small.{ending}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_read_and_wrong_ones_told() {
        let options = read_options(&words("--debug --bundles deb")).unwrap();
        assert_eq!((options.build, options.kinds.as_str()), (Build::Debug, "deb"));
        assert_eq!(read_options(&[]).unwrap().build, Build::Release);
        assert_eq!(
            ["linux", "macos", "windows"].map(usual_kinds),
            ["deb,rpm", "dmg", "msi"]
        );
        for wrong in ["--bundles", "--small"] {
            assert!(read_options(&words(wrong)).unwrap_err().to_string().contains(wrong));
        }
    }

    #[test]
    fn both_contents_keep_names_of_their_own() {
        let name = |file: &str, contents| package_name(Path::new(file), contents);
        let deb = "deb/CharacterChatBot_0.1.0_amd64.deb";
        assert_eq!(
            name(deb, Contents::WithModels).unwrap(),
            "CharacterChatBot_0.1.0_amd64.deb"
        );
        assert_eq!(
            name(deb, Contents::Small).unwrap(),
            "CharacterChatBot_0.1.0_amd64-small.deb"
        );
        assert_eq!(name("deb/control.tar.gz", Contents::Small), None);
    }

    #[test]
    fn the_models_lie_where_the_app_looks_for_them() {
        let config: serde_json::Value = serde_json::from_str(&models_resources(Path::new("/m"))).unwrap();
        let resources = config["bundle"]["resources"].as_object().unwrap();
        assert_eq!(
            resources["/m/smollm2-135m-instruct.gguf"],
            "models/smollm2-135m-instruct.gguf"
        );
        assert_eq!(resources.len(), 2);
    }
}
