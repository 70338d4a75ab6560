//! Fits what recall is scored with, and makes the files in `assets/recall`:
//!
//! `fit_recall tables --encoder GGUF [--cache FILE]` makes the word table and the projection;
//! `fit_recall weights --encoder GGUF --data LOCOMO [--cache FILE] [--choose COUNT] [--write]` prints how much is found with weights
//! that were fitted on the other conversations, and with `--write` writes the weights fitted on all of them. `--choose` starts from all
//! features and leaves off the weakest until so many are left; otherwise the features of the committed weights are taken.

mod encoded;
mod fit;
mod samples;
mod tables;

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use characterchat_tests::checkout;
use characterchat_tests::recall_data::{Conversation, load};
use engine::recall::{Configuration, FeatureWeight, Models, Weights, built_in_weights};

use encoded::Encodings;
use fit::{Model, Sample, fit};

const CONFIGURATIONS: [Configuration; 3] = [Configuration::Lexical, Configuration::Static, Configuration::Full];
const FITTED_ON: &str = "Questions: LoCoMo (Maharana et al., 2024), conversations 1-5, categories 1-4; its text is not part of this program. \
    Statements: the conversations of tests/data/recall.";
/// What keeps the weights small. Statements are few, so that theirs are held more.
const PENALTY: f64 = 0.1;
const STATEMENT_PENALTY: f64 = 0.3;
const OPENING_PENALTY: f64 = 0.1;
/// Openings that go back to something count so often beside other statements, in the weights for openings. Alone they would teach little
/// but that the last sitting is meant, and a feeling that opens a sitting would bring nothing older to mind.
const OPENINGS: usize = 5;
const GRAPH_WEIGHT: f32 = 0.2;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1).cloned()
    };
    let encoder = PathBuf::from(option("--encoder").context("name the encoder's file: --encoder GGUF")?);
    let mut encodings = Encodings::open(&encoder, option("--cache").map(PathBuf::from).as_deref())?;
    let assets = checkout().join("assets").join("recall");
    match arguments.first().map(String::as_str) {
        Some("tables") => tables::make(&encoder, &mut encodings, &statements("emotional")?, &assets),
        Some("weights") => {
            let data = load(Path::new(
                &option("--data").context("name the conversations: --data LOCOMO")?,
            ))?;
            let choose = option("--choose").map(|count| count.parse()).transpose()?;
            let weights = weights(&mut encodings, &data, choose)?;
            if arguments.iter().any(|argument| argument == "--write") {
                let path = assets.join("weights.json");
                let text = serde_json::to_string_pretty(&weights)?;
                std::fs::write(&path, text + "\n").with_context(|| format!("{} cannot be written", path.display()))?;
            }
            Ok(())
        }
        _ => bail!("make what: tables or weights?"),
    }
}

fn statements(kind: &str) -> Result<Vec<Conversation>> {
    load(
        &checkout()
            .join("tests")
            .join("data")
            .join("recall")
            .join(format!("statements-{kind}.json")),
    )
}

fn weights(encodings: &mut Encodings, data: &[Conversation], choose: Option<usize>) -> Result<Weights> {
    let mut weights = Weights {
        fitted_on: FITTED_ON.to_owned(),
        graph: GRAPH_WEIGHT,
        ..Weights::default()
    };
    let (emotional, returning) = (statements("emotional")?, statements("returning")?);
    for configuration in CONFIGURATIONS {
        let (names, questions) = samples::measured(encodings, data, configuration)?;
        let (_, emotional) = samples::measured(encodings, &emotional, configuration)?;
        let (_, returning) = samples::measured(encodings, &returning, configuration)?;
        let known = built_in_weights()
            .models
            .get(&configuration)
            .cloned()
            .unwrap_or_default();
        let places = |model: &[FeatureWeight]| -> Vec<usize> {
            model
                .iter()
                .filter_map(|weight| names.iter().position(|name| *name == weight.feature))
                .collect()
        };
        let features = match choose {
            Some(count) => chosen(&without(&questions, None), (0..names.len()).collect(), count),
            None => places(&known.question),
        };
        let question = |left_out| fit(&without(&questions, left_out), &features, PENALTY);
        let few = places(&known.statement);
        let statement = |left_out| fit(&without(&emotional, left_out), &few, STATEMENT_PENALTY);
        let opening = |left_out| {
            let mut openings = without(&emotional, left_out);
            (0..OPENINGS).for_each(|_| openings.extend(without(&returning, left_out)));
            fit(&openings, &few, OPENING_PENALTY)
        };
        say(&format!(
            "{configuration:?}: {} features, R@10 in each conversation with weights of the others",
            features.len()
        ))?;
        say(&format!("  questions: {}", told(&left_out(&questions, &question))))?;
        say(&format!(
            "  statements with a feeling: {}",
            told(&left_out(&emotional, &statement))
        ))?;
        say(&format!(
            "  statements that open a sitting: {}",
            told(&left_out(&returning, &opening))
        ))?;
        let models = Models {
            question: question(None).named(&names),
            statement: statement(None).named(&names),
            opening: opening(None).named(&names),
        };
        weights.models.insert(configuration, models);
    }
    Ok(weights)
}

/// All samples but those of one conversation.
fn without(samples: &[Sample], left_out: Option<usize>) -> Vec<&Sample> {
    let others = samples.iter().filter(|sample| Some(sample.conversation) != left_out);
    others.collect()
}

/// Leaves off the features with the smallest weights, a tenth at a time.
fn chosen(samples: &[&Sample], mut features: Vec<usize>, count: usize) -> Vec<usize> {
    while features.len() > count {
        let model = fit(samples, &features, PENALTY);
        let mut order: Vec<usize> = (0..features.len()).collect();
        order.sort_by(|left, right| model.weights[*left].abs().total_cmp(&model.weights[*right].abs()));
        order.truncate((features.len() - count).min(features.len().div_ceil(10)));
        let mut place = 0;
        features.retain(|_| {
            place += 1;
            !order.contains(&(place - 1))
        });
    }
    features
}

/// The category of each sample, and the share of what should come to mind that is among the first ten with weights that were fitted
/// without its conversation.
fn left_out(samples: &[Sample], fitted: &dyn Fn(Option<usize>) -> Model) -> Vec<(u64, f64)> {
    let mut conversations: Vec<usize> = samples.iter().map(|sample| sample.conversation).collect();
    conversations.dedup();
    let mut found: Vec<(u64, f64)> = Vec::new();
    for conversation in conversations {
        let model = fitted(Some(conversation));
        let held = samples.iter().filter(|sample| sample.conversation == conversation);
        found.extend(held.map(|sample| (sample.category, sample.found(&model, 10))));
    }
    found
}

/// In percent, with each of the categories that there are.
fn told(found: &[(u64, f64)]) -> String {
    let mean = |wanted: &dyn Fn(u64) -> bool| {
        let of: Vec<f64> = found
            .iter()
            .filter(|(category, _)| wanted(*category))
            .map(|(_, found)| *found)
            .collect();
        100.0 * of.iter().sum::<f64>() / of.len().max(1) as f64
    };
    let categories: Vec<String> = (1..=4)
        .filter(|_| found.iter().any(|(category, _)| *category != found[0].0))
        .map(|wanted| format!("{:.1}", mean(&|category| category == wanted)))
        .collect();
    match categories.as_slice() {
        [] => format!("{:.2}", mean(&|_| true)),
        categories => format!("{:.2} (categories 1-4: {})", mean(&|_| true), categories.join(", ")),
    }
}

fn say(line: &str) -> Result<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}
