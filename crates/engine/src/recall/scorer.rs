//! The score: a weighted sum of standardised features. The weights are committed beside the word table, with a line on what they were
//! fitted on; the fitting tool writes them.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::features::Columns;

/// Which parts are compared. Each falls back to the next when what it needs is not there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Configuration {
    /// Words only.
    Lexical,
    /// Words, and the word table: no encoder is needed.
    Static,
    /// Words, and the encoder's vectors of tokens and sentences.
    #[default]
    Full,
}

/// What a part of the score is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The same words.
    Words,
    /// Words or sentences that mean the same.
    Meaning,
    /// What was said right before or after.
    Neighbours,
    /// The sitting it belongs to.
    Sitting,
    /// Who said it.
    Speaker,
    /// When it was said, or the days it speaks of.
    Time,
    /// The kind of thing it says: a place, a plan, a number, a name.
    Kind,
    /// The same feeling.
    Feeling,
    /// How near it is in the memory graph.
    Graph,
}

/// One part of a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct Reason {
    pub part: Part,
    /// Its share of all that speaks for the utterance, 0 to 1.
    pub share: f32,
}

/// An utterance that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Recalled {
    pub key: u64,
    /// Comparable within one query only.
    pub score: f32,
    /// How much of the belief is on it, 0 to 1, when one of the candidates must be what is meant.
    pub likelihood: f32,
    /// What speaks for it, the strongest first.
    pub reasons: Vec<Reason>,
}

/// All of them, in their order.
const PARTS: [Part; 9] = [
    Part::Words,
    Part::Meaning,
    Part::Neighbours,
    Part::Sitting,
    Part::Speaker,
    Part::Time,
    Part::Kind,
    Part::Feeling,
    Part::Graph,
];

/// What each part comes to.
type Parts = [f32; PARTS.len()];

/// The committed weights.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Weights {
    /// What they were fitted on.
    pub fitted_on: String,
    /// How much nearness in the memory graph counts (1 is as near as can be), in units of the score. Not fitted: the measured data has
    /// no graph.
    pub graph: f32,
    /// By configuration.
    pub models: BTreeMap<Configuration, Models>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Models {
    pub question: Vec<FeatureWeight>,
    /// For statements in the middle of talk.
    pub statement: Vec<FeatureWeight>,
    /// For statements that open a sitting: they go back to what was said last.
    pub opening: Vec<FeatureWeight>,
}

/// A feature's place in the sum: weight × (value − mean) / deviation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureWeight {
    pub feature: String,
    pub mean: f32,
    pub deviation: f32,
    pub weight: f32,
}

/// The weights that are built in.
pub fn built_in_weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/recall/weights.json"));
        serde_json::from_str(text).unwrap_or_default()
    });
    &WEIGHTS
}

/// The utterances, best first; among equals the one with the smaller key. `graph` gives the nearness of each row, 0 to 1.
pub(super) fn ranked(
    keys: &[u64],
    columns: &Columns,
    model: &[FeatureWeight],
    graph: &[f32],
    graph_weight: f32,
) -> Vec<Recalled> {
    let mut parts: Vec<Parts> = vec![[0.0; PARTS.len()]; keys.len()];
    for feature in model {
        let Some(values) = columns.get(&feature.feature) else {
            continue;
        };
        let part = part_of(&feature.feature) as usize;
        for (parts, value) in parts.iter_mut().zip(values) {
            parts[part] += feature.weight * (value - feature.mean) / feature.deviation.max(1e-6);
        }
    }
    for (parts, nearness) in parts.iter_mut().zip(graph) {
        parts[Part::Graph as usize] += graph_weight * nearness;
    }
    let scores: Vec<f32> = parts.iter().map(|parts| parts.iter().sum()).collect();
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let whole: f32 = scores.iter().map(|score| (score - best).exp()).sum();
    let mut ranked: Vec<Recalled> = keys
        .iter()
        .zip(&scores)
        .zip(&parts)
        .map(|((key, score), parts)| Recalled {
            key: *key,
            score: *score,
            likelihood: (score - best).exp() / whole,
            reasons: reasons(parts),
        })
        .collect();
    ranked.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.key.cmp(&right.key)));
    ranked
}

/// What speaks for it; what speaks against it is no reason.
fn reasons(parts: &Parts) -> Vec<Reason> {
    let speaking = || PARTS.iter().zip(parts).filter(|(_, value)| **value > 0.0);
    let whole: f32 = speaking().map(|(_, value)| value).sum();
    let mut reasons: Vec<Reason> = speaking()
        .map(|(part, value)| Reason {
            part: *part,
            share: value / whole,
        })
        .collect();
    reasons.sort_by(|left, right| right.share.total_cmp(&left.share).then(left.part.cmp(&right.part)));
    reasons
}

/// Features by their part; sittings, neighbours and vectors are told by the form of their names.
const WORD_FEATURES: [&str; 16] = [
    "words",
    "words_raw",
    "words_low_length",
    "words_rare",
    "every_word",
    "cover",
    "matched",
    "rarest",
    "second_rarest",
    "pairs",
    "mean_rarity",
    "largest_rarity",
    "length",
    "speaker_length",
    "length-1",
    "speaker_context",
];
const NEIGHBOUR_FEATURES: [&str; 8] = [
    "context",
    "context_raw",
    "wide",
    "answer",
    "cover_near",
    "before_question_words",
    "question-1",
    "speaker-1",
];
const TIME_FEATURES: [&str; 8] = [
    "day",
    "day_near",
    "month",
    "speaks_of_day",
    "speaks_of_month",
    "recency",
    "recent_recency",
    "log_days_ago",
];

/// The part that a feature belongs to, by its name.
fn part_of(feature: &str) -> Part {
    let is_vector = feature.starts_with("token_") || feature.starts_with("word_") || feature.contains("sentence");
    let is_beside = ["-1", "+1", "-2", "+2"].iter().any(|ending| feature.ends_with(ending));
    if feature.contains("sitting") {
        Part::Sitting
    } else if NEIGHBOUR_FEATURES.contains(&feature) || is_beside || (is_vector && feature.ends_with("_near")) {
        Part::Neighbours
    } else if WORD_FEATURES.contains(&feature) {
        Part::Words
    } else if is_vector {
        Part::Meaning
    } else if TIME_FEATURES.contains(&feature) {
        Part::Time
    } else if feature.starts_with("feeling") || feature == "arousal" {
        Part::Feeling
    } else if feature.starts_with("speaker") || feature == "mentions_named" {
        Part::Speaker
    } else {
        Part::Kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_weights_are_there_for_every_configuration() {
        let weights = built_in_weights();
        for configuration in [Configuration::Lexical, Configuration::Static, Configuration::Full] {
            let models = &weights.models[&configuration];
            assert!(
                models.question.len() > 10 && models.statement.len() > 5 && models.opening.len() > 5,
                "{configuration:?}"
            );
        }
        assert!(!weights.fitted_on.is_empty());
    }

    #[test]
    fn equals_are_told_apart_by_their_key_and_reasons_add_up_to_one() {
        let mut columns = Columns::default();
        columns.names.extend(["words".to_owned(), "recency".to_owned()]);
        columns.values.extend([vec![1.0, 3.0, 1.0], vec![0.0, 2.0, 0.0]]);
        let weight = |feature: &str| FeatureWeight {
            feature: feature.into(),
            mean: 0.0,
            deviation: 1.0,
            weight: 1.0,
        };
        let found = ranked(
            &[9, 7, 4],
            &columns,
            &[weight("words"), weight("recency")],
            &[0.0, 0.0, 0.0],
            1.0,
        );
        assert_eq!(found.iter().map(|found| found.key).collect::<Vec<_>>(), [7, 4, 9]);
        let shares: Vec<_> = found[0]
            .reasons
            .iter()
            .map(|reason| (reason.part, reason.share))
            .collect();
        assert_eq!(shares, [(Part::Words, 0.6), (Part::Time, 0.4)]);
        assert!((found.iter().map(|found| found.likelihood).sum::<f32>() - 1.0).abs() < 1e-5);
        let near = ranked(&[9, 7, 4], &columns, &[weight("words")], &[0.0, 0.0, 3.0], 1.0);
        assert_eq!(near[0].key, 4);
        assert_eq!(near[0].reasons[0].part, Part::Graph);
    }
}
