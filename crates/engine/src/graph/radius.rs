//! What lies near a new turn: the plain ways of recall.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::links::{Graph, Plot};
use super::weights::jaccard;

/// A memory near something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    pub key: u64,
    /// The length of the shortest way to it; an edge of weight w is 1 - w long.
    pub distance: f32,
}

/// Lengths in millionths, so that they have an order.
type Length = u32;

impl Graph {
    /// The memories within a radius of something that is plotted but not inserted, the nearest first, at most so many. Of equally
    /// near ones, the one with the larger key first.
    pub fn within(&self, plot: Plot<'_>, radius: f32, most: usize) -> Vec<Near> {
        let spot = self.spot_of_query(plot);
        let limit = length(radius);
        let mut open: BinaryHeap<Reverse<(Length, Reverse<u64>)>> = self
            .edges_of(None, &spot)
            .into_iter()
            .map(|edge| Reverse((length(1.0 - edge.weight), Reverse(edge.to))))
            .collect();
        let mut reached: HashSet<u64> = HashSet::new();
        let mut near = Vec::new();
        while let Some(Reverse((distance, Reverse(key)))) = open.pop() {
            if distance > limit || near.len() >= most {
                break;
            }
            if !reached.insert(key) {
                continue;
            }
            #[expect(clippy::cast_precision_loss, reason = "at most some millions")]
            let shown = distance as f32 / 1_000_000.0;
            near.push(Near { key, distance: shown });
            for edge in self.edges(key) {
                let further = distance.saturating_add(length(1.0 - edge.weight));
                if further <= limit && !reached.contains(&edge.to) {
                    open.push(Reverse((further, Reverse(edge.to))));
                }
            }
        }
        near
    }

    /// How much of the edge between something that is plotted and a memory comes from tags, nearness in time, and feeling.
    pub fn shares(&self, plot: Plot<'_>, key: u64) -> [f32; 3] {
        let Some(node) = self.nodes.get(&key) else {
            return [0.0; 3];
        };
        let spot = self.spot_of_query(plot);
        [
            self.weights.tags * jaccard(&spot.tags, &node.spot.tags),
            self.weights.time * self.weights.nearness(spot.at, node.spot.at),
            self.weights.emotion * spot.emotion.likeness(node.spot.emotion),
        ]
    }

    /// The memories with the most tags in common (as their Jaccard index), the strongest first; of equals, the one with the larger
    /// key first.
    pub fn by_tags(&self, tags: &[String], most: usize) -> Vec<(u64, f32)> {
        let plot = Plot {
            tags,
            entities: &[],
            at: 0,
            emotion: crate::emotion::Emotion::default(),
            follows: None,
        };
        let spot = self.spot_of_query(plot);
        let with = spot.tags.iter().filter_map(|tag| self.by_word.get(*tag as usize));
        let mut keys: Vec<u64> = with.flatten().copied().collect();
        keys.sort_unstable();
        keys.dedup();
        let mut found: Vec<(u64, f32)> = keys
            .into_iter()
            .filter_map(|key| Some((key, jaccard(&spot.tags, &self.nodes.get(&key)?.spot.tags))))
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1).then(other.0.cmp(&one.0)));
        found.truncate(most);
        found
    }
}

fn length(distance: f32) -> Length {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to some millions"
    )]
    let length = (distance.clamp(0.0, 4_000.0) * 1_000_000.0).round() as Length;
    length
}
