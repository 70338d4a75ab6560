//! Puts memories that were read into the graph and the index. Pure computing; at the first reading of a long conversation it takes
//! seconds, and runs on a thread of its own.

use std::collections::{BTreeSet, HashMap};

use engine::graph::{Edge, Graph};
use store::GraphMemory;

use super::open::{OpenGraph, Source};

/// Memories that were read, each with where it comes from.
pub(super) type Read = Vec<(Source, GraphMemory)>;

/// Puts in everything at once; edges of the conversation's own memories that are kept need not be computed again. Gives the numbers of
/// the memories whose own edges are to be kept.
pub(super) fn first(
    open: &mut OpenGraph,
    mut read: Read,
    mut kept: HashMap<u64, Vec<Edge>>,
    own: Source,
) -> BTreeSet<u64> {
    // Sittings are told from what stands before.
    read.sort_by_key(|(source, memory)| (*source, memory.first_position, memory.number));
    for (source, memory) in &read {
        open.hold(*source, memory);
    }
    let of_own = read
        .iter()
        .filter(|(source, _)| *source == own)
        .map(|(_, memory)| memory.number);
    let missing: BTreeSet<u64> = of_own.filter(|number| !kept.contains_key(number)).collect();
    // Where some have edges, the others came later: they are inserted among them.
    let late = if kept.is_empty() {
        BTreeSet::new()
    } else {
        missing.clone()
    };
    let plots = read
        .iter()
        .filter(|(_, memory)| !late.contains(&memory.number))
        .filter_map(|(source, memory)| {
            let edges = if *source == own {
                kept.remove(&memory.number)
            } else {
                None
            };
            Some((memory.number, open.plot(memory.number)?, edges))
        });
    let graph = Graph::restored(open.graph.weights(), plots);
    open.graph = graph;
    let mut changed = missing;
    for number in late {
        changed.extend(insert(open, number));
    }
    changed
}

/// Puts in what came later.
pub(super) fn later(open: &mut OpenGraph, read: &Read) -> BTreeSet<u64> {
    for (source, memory) in read {
        open.hold(*source, memory);
    }
    read.iter()
        .flat_map(|(_, memory)| insert(open, memory.number))
        .collect()
}

fn insert(open: &mut OpenGraph, number: u64) -> BTreeSet<u64> {
    let mut graph = std::mem::take(&mut open.graph);
    let changed = open
        .plot(number)
        .map(|plot| graph.insert(number, plot))
        .unwrap_or_default();
    open.graph = graph;
    changed
}
