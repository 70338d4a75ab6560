//! The graph as it grows: each memory keeps its strongest edges, and inserting one looks at a bounded number of others, however
//! many there are.

use std::collections::{BTreeSet, HashMap};

use super::weights::{EdgeWeights, Spot};
use crate::emotion::Emotion;

/// So many edges a memory keeps; more are there when others count it among their strongest.
pub const MOST_EDGES: usize = 32;
/// Of the memories with a common tag, so many are looked at: those that came last.
const TAG_REACH: usize = 64;
/// Before and after a memory in time, so many others each are looked at. Nearness only falls with the distance, so that among
/// those that have nothing else in common these are the strongest.
const TIME_REACH: usize = MOST_EDGES;

/// What is plotted.
#[derive(Debug, Clone, Copy)]
pub struct Plot<'a> {
    pub tags: &'a [String],
    /// Names in the text.
    pub entities: &'a [String],
    /// Seconds since 1970.
    pub at: i64,
    pub emotion: Emotion,
    /// The key of the memory before it, in the same sitting of the same conversation.
    pub follows: Option<u64>,
}

/// An edge from some memory.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub to: u64,
    /// Above the threshold, at most 1.
    pub weight: f32,
}

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub spot: Spot,
    /// Its strongest edges, the strongest first; of equal ones the one to the smaller key.
    pub strongest: Vec<Edge>,
    /// Those that count it among theirs.
    pub listed_by: BTreeSet<u64>,
}

/// Memories by their keys, and what joins them. Keys are the caller's.
#[derive(Debug, Clone, Default)]
pub struct Graph {
    pub(super) weights: EdgeWeights,
    pub(super) nodes: HashMap<u64, Node>,
    /// Numbers of tags and names.
    words: HashMap<String, u32>,
    /// The memories with a tag or name, in the order in which they came.
    pub(super) by_word: Vec<Vec<u64>>,
    by_time: BTreeSet<(i64, u64)>,
}

impl Graph {
    pub fn new(weights: EdgeWeights) -> Self {
        Self {
            weights,
            ..Self::default()
        }
    }

    pub fn weights(&self) -> EdgeWeights {
        self.weights
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn contains(&self, key: u64) -> bool {
        self.nodes.contains_key(&key)
    }

    /// Inserts a memory, in place of one with the same key, and gives the keys of all whose own edges changed by it, its own
    /// among them. Costs the same in a large graph as in a small one.
    pub fn insert(&mut self, key: u64, plot: Plot<'_>) -> BTreeSet<u64> {
        let mut changed = self.remove(key);
        let spot = self.spot(plot);
        let edges = self.edges_of(Some(key), &spot);
        self.place(key, spot);
        for edge in &edges {
            let offered = Edge { to: key, ..*edge };
            if self.offer(edge.to, offered) {
                changed.insert(edge.to);
            }
        }
        self.list(key, edges);
        changed.insert(key);
        changed
    }

    /// A graph of memories of which some have edges that were computed before, in the same graph as far as they go; those to
    /// memories that are gone are dropped, and those of the others are computed.
    pub fn restored<'a>(
        weights: EdgeWeights,
        memories: impl Iterator<Item = (u64, Plot<'a>, Option<Vec<Edge>>)>,
    ) -> Self {
        let mut graph = Self::new(weights);
        let mut lists = Vec::new();
        for (key, plot, edges) in memories {
            let spot = graph.spot(plot);
            graph.place(key, spot);
            lists.push((key, edges));
        }
        for (key, edges) in lists {
            let edges = match (edges, graph.nodes.get(&key)) {
                (Some(mut edges), _) => {
                    edges.retain(|edge| edge.to != key && graph.contains(edge.to));
                    sort(&mut edges);
                    edges.truncate(MOST_EDGES);
                    edges
                }
                (None, Some(node)) => graph.edges_of(Some(key), &node.spot),
                (None, None) => continue,
            };
            graph.list(key, edges);
        }
        graph
    }

    /// Removes a memory and gives the keys of those whose own edges changed by it.
    pub fn remove(&mut self, key: u64) -> BTreeSet<u64> {
        let Some(node) = self.nodes.remove(&key) else {
            return BTreeSet::new();
        };
        self.by_time.remove(&(node.spot.at, key));
        for word in node.spot.tags.iter().chain(&node.spot.entities) {
            self.by_word[*word as usize].retain(|other| *other != key);
        }
        for edge in &node.strongest {
            if let Some(other) = self.nodes.get_mut(&edge.to) {
                other.listed_by.remove(&key);
            }
        }
        // Each of those may have room now for an edge that was too weak.
        for other in &node.listed_by {
            let Some(spot) = self.nodes.get(other).map(|node| node.spot.clone()) else {
                continue;
            };
            let edges = self.edges_of(Some(*other), &spot);
            self.list(*other, edges);
        }
        node.listed_by
    }

    /// The edges that a memory keeps itself, the strongest first; what has to be stored of it.
    pub fn own_edges(&self, key: u64) -> &[Edge] {
        self.nodes.get(&key).map_or(&[], |node| &node.strongest)
    }

    /// All edges of a memory, the strongest first: its own, and those that others keep.
    pub fn edges(&self, key: u64) -> Vec<Edge> {
        let Some(node) = self.nodes.get(&key) else {
            return Vec::new();
        };
        let mut edges = node.strongest.clone();
        for other in &node.listed_by {
            if node.strongest.iter().any(|edge| edge.to == *other) {
                continue;
            }
            let theirs = self.nodes.get(other).map_or(&[][..], |node| &node.strongest);
            if let Some(edge) = theirs.iter().find(|edge| edge.to == key) {
                edges.push(Edge { to: *other, ..*edge });
            }
        }
        sort(&mut edges);
        edges
    }

    /// The spot of something that may never become a memory; tags that no memory has are numbered all the same.
    pub(super) fn spot(&mut self, plot: Plot<'_>) -> Spot {
        let mut numbers = |words: &[String], mark: &str| {
            let mut numbers: Vec<u32> = words.iter().map(|word| self.number(format!("{mark}{word}"))).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        Spot {
            tags: numbers(plot.tags, ""),
            entities: numbers(plot.entities, "@"),
            at: plot.at,
            emotion: plot.emotion,
            follows: plot.follows,
        }
    }

    fn number(&mut self, word: String) -> u32 {
        let next = u32::try_from(self.by_word.len()).unwrap_or(u32::MAX);
        let number = *self.words.entry(word).or_insert(next);
        if number == next {
            self.by_word.push(Vec::new());
        }
        number
    }

    /// As [`Self::spot`], without numbering anything: words that no memory has count as one each.
    pub(super) fn spot_of_query(&self, plot: Plot<'_>) -> Spot {
        let numbers = |words: &[String], mark: &str| {
            let unknown = (0..).map(|place| u32::MAX - place);
            let mut numbers: Vec<u32> = words
                .iter()
                .zip(unknown)
                .map(|(word, unknown)| self.words.get(&format!("{mark}{word}")).copied().unwrap_or(unknown))
                .collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        Spot {
            tags: numbers(plot.tags, ""),
            entities: numbers(plot.entities, "@"),
            at: plot.at,
            emotion: plot.emotion,
            follows: plot.follows,
        }
    }

    fn place(&mut self, key: u64, spot: Spot) {
        for word in spot.tags.iter().chain(&spot.entities) {
            self.by_word[*word as usize].push(key);
        }
        self.by_time.insert((spot.at, key));
        let node = Node {
            spot,
            strongest: Vec::new(),
            listed_by: BTreeSet::new(),
        };
        self.nodes.insert(key, node);
    }

    /// The strongest edges that a spot would have.
    pub(super) fn edges_of(&self, key: Option<u64>, spot: &Spot) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self
            .candidates(key, spot)
            .into_iter()
            .filter_map(|to| {
                let other = &self.nodes.get(&to)?.spot;
                let weight = self.weights.between((key, spot), (Some(to), other))?;
                Some(Edge { to, weight })
            })
            .collect();
        sort(&mut edges);
        edges.truncate(MOST_EDGES);
        edges
    }

    /// The memories that may have an edge to a spot, as far as they are looked at.
    fn candidates(&self, key: Option<u64>, spot: &Spot) -> Vec<u64> {
        let mut found: Vec<u64> = Vec::new();
        for word in &spot.tags {
            if let Some(with) = self.by_word.get(*word as usize) {
                found.extend(with.iter().rev().take(TAG_REACH));
            }
        }
        let reach = self.weights.reach_alone();
        let (first, last) = (spot.at.saturating_sub(reach), spot.at.saturating_add(reach));
        let before = self.by_time.range((first, 0)..(spot.at, 0)).rev().take(TIME_REACH);
        let after = self.by_time.range((spot.at, 0)..=(last, u64::MAX)).take(TIME_REACH);
        found.extend(before.chain(after).map(|(_, key)| *key));
        found.sort_unstable();
        found.dedup();
        found.retain(|other| Some(*other) != key);
        found
    }

    /// Gives a memory an edge, if it is stronger than one of those that it keeps.
    fn offer(&mut self, key: u64, edge: Edge) -> bool {
        let Some(node) = self.nodes.get_mut(&key) else {
            return false;
        };
        let place = node.strongest.partition_point(|kept| is_before(kept, &edge));
        if place >= MOST_EDGES {
            return false;
        }
        node.strongest.insert(place, edge);
        let dropped = (node.strongest.len() > MOST_EDGES)
            .then(|| node.strongest.pop())
            .flatten();
        if let Some(other) = self.nodes.get_mut(&edge.to) {
            other.listed_by.insert(key);
        }
        if let Some(other) = dropped.and_then(|edge| self.nodes.get_mut(&edge.to)) {
            other.listed_by.remove(&key);
        }
        true
    }

    /// These are the edges that a memory keeps.
    fn list(&mut self, key: u64, edges: Vec<Edge>) {
        let former = match self.nodes.get_mut(&key) {
            Some(node) => std::mem::replace(&mut node.strongest, edges.clone()),
            None => return,
        };
        for edge in former {
            if let Some(other) = self.nodes.get_mut(&edge.to) {
                other.listed_by.remove(&key);
            }
        }
        for edge in edges {
            if let Some(other) = self.nodes.get_mut(&edge.to) {
                other.listed_by.insert(key);
            }
        }
    }
}

fn is_before(one: &Edge, other: &Edge) -> bool {
    one.weight > other.weight || (one.weight == other.weight && one.to < other.to)
}

pub(super) fn sort(edges: &mut [Edge]) {
    edges.sort_by(|one, other| other.weight.total_cmp(&one.weight).then(one.to.cmp(&other.to)));
}
