//! How strongly two memories belong together.

use crate::emotion::Emotion;

/// What an edge's weight is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EdgeWeights {
    /// For the tags that two memories have in common, as their Jaccard index.
    pub tags: f32,
    /// For nearness in time: all of it at the same moment, nothing of it from [`Self::time_reach_seconds`] on.
    pub time: f32,
    /// For a like feeling in both; texts without a feeling have none in common.
    pub emotion: f32,
    /// For two exchanges that follow each other in one sitting.
    pub adjacent: f32,
    /// For each name that stands in both, up to two.
    pub entity: f32,
    /// Two whose tags and nearness come to this or less have no edge.
    pub threshold: f32,
    pub time_reach_seconds: f32,
}

impl EdgeWeights {
    /// 0.7 for tags and 0.3 for nearness within 24 hours, kept above 0.1: the weights that the idea came with.
    pub const PLAIN: Self = Self {
        tags: 0.7,
        time: 0.3,
        emotion: 0.0,
        adjacent: 0.0,
        entity: 0.0,
        threshold: 0.1,
        time_reach_seconds: 86_400.0,
    };
}

impl Default for EdgeWeights {
    /// [`EdgeWeights::PLAIN`] and what else joins memories; none of that makes an edge alone.
    fn default() -> Self {
        Self {
            emotion: 0.1,
            adjacent: 0.1,
            entity: 0.05,
            ..Self::PLAIN
        }
    }
}

/// Where a memory lies: what its edges are computed from. Tags and names are numbers, ascending and without duplicates.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spot {
    pub tags: Vec<u32>,
    pub entities: Vec<u32>,
    /// Seconds since 1970.
    pub at: i64,
    pub emotion: Emotion,
    /// The memory before it, in the same sitting.
    pub follows: Option<u64>,
}

impl EdgeWeights {
    /// Tells edges that were computed with other weights, or in another way, from those that would be computed now (FNV-1a).
    pub fn fingerprint(&self) -> u32 {
        /// Goes up when edges are computed in another way.
        const WAY: f32 = 1.0;
        let Self {
            tags,
            time,
            emotion,
            adjacent,
            entity,
            threshold,
            time_reach_seconds,
        } = *self;
        [
            WAY,
            tags,
            time,
            emotion,
            adjacent,
            entity,
            threshold,
            time_reach_seconds,
        ]
        .iter()
        .flat_map(|part| part.to_bits().to_le_bytes())
        .fold(0x811c_9dc5, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
    }

    /// The weight of the edge between two spots with their keys, at most 1; none when there is no edge. A spot that is no memory yet
    /// has no key.
    pub(super) fn between(
        &self,
        (one_key, one): (Option<u64>, &Spot),
        (other_key, other): (Option<u64>, &Spot),
    ) -> Option<f32> {
        let plain = self.tags * jaccard(&one.tags, &other.tags) + self.time * self.nearness(one.at, other.at);
        if plain <= self.threshold {
            return None;
        }
        let follows = |spot: &Spot, key: Option<u64>| spot.follows.is_some() && spot.follows == key;
        let is_adjacent = follows(one, other_key) || follows(other, one_key);
        let names = common(&one.entities, &other.entities).min(2);
        #[expect(clippy::cast_precision_loss, reason = "at most two")]
        let weight = plain
            + self.emotion * one.emotion.likeness(other.emotion)
            + if is_adjacent { self.adjacent } else { 0.0 }
            + self.entity * names as f32;
        Some(weight.min(1.0))
    }

    /// 1 at the same moment, 0 from the reach on.
    pub(super) fn nearness(&self, one: i64, other: i64) -> f32 {
        #[expect(
            clippy::cast_precision_loss,
            reason = "seconds within a few days matter, and those are exact"
        )]
        let apart = one.abs_diff(other) as f32;
        (1.0 - apart / self.time_reach_seconds).max(0.0)
    }

    /// So many seconds apart, nearness alone makes no edge.
    pub(super) fn reach_alone(&self) -> i64 {
        if self.time <= self.threshold {
            return 0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "seconds of some days")]
        let reach = (self.time_reach_seconds * (1.0 - self.threshold / self.time)) as i64;
        reach
    }
}

/// How many numbers two ascending lists have in common.
fn common(one: &[u32], other: &[u32]) -> usize {
    let (mut left, mut right, mut found) = (0, 0, 0);
    while left < one.len() && right < other.len() {
        match one[left].cmp(&other[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                found += 1;
                left += 1;
                right += 1;
            }
        }
    }
    found
}

/// What two sets have in common, of all that is in either; 0 when both are empty.
pub(super) fn jaccard(one: &[u32], other: &[u32]) -> f32 {
    let both = common(one, other);
    if both == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of tags")]
    let index = both as f32 / (one.len() + other.len() - both) as f32;
    index
}
