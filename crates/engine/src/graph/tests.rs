use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::emotion::{Emotion, EmotionLabel};

const HOUR: i64 = 3_600;

struct Memory {
    tags: Vec<String>,
    entities: Vec<String>,
    at: i64,
    emotion: Emotion,
    follows: Option<u64>,
}

impl Memory {
    fn new(tags: &[&str], at: i64) -> Self {
        Self {
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            entities: Vec::new(),
            at,
            emotion: Emotion::default(),
            follows: None,
        }
    }

    fn plot(&self) -> Plot<'_> {
        Plot {
            tags: &self.tags,
            entities: &self.entities,
            at: self.at,
            emotion: self.emotion,
            follows: self.follows,
        }
    }
}

fn graph_of(weights: EdgeWeights, memories: &[Memory]) -> Graph {
    let mut graph = Graph::new(weights);
    for (memory, key) in memories.iter().zip(0..) {
        graph.insert(key, memory.plot());
    }
    graph
}

fn weight(graph: &Graph, from: u64, to: u64) -> Option<f32> {
    graph
        .edges(from)
        .into_iter()
        .find(|edge| edge.to == to)
        .map(|edge| edge.weight)
}

fn check(found: Option<f32>, wanted: Option<f32>) {
    match (found, wanted) {
        (Some(found), Some(wanted)) => assert!((found - wanted).abs() < 1e-5, "{found} is not {wanted}"),
        (found, wanted) => assert_eq!(found, wanted),
    }
}

#[test]
fn edges_weigh_what_can_be_computed_by_hand() {
    let memories = [
        Memory::new(&["coffee", "writing"], 0),
        Memory::new(&["coffee", "rain"], 6 * HOUR),
        Memory::new(&["coffee", "writing"], 48 * HOUR),
        Memory::new(&["tennis"], 15 * HOUR),
        Memory::new(&[], 17 * HOUR),
    ];
    let graph = graph_of(EdgeWeights::PLAIN, &memories);
    // One of three tags, and 18 of 24 hours left: 0.7 / 3 + 0.3 * 0.75.
    check(weight(&graph, 0, 1), Some(0.458_333));
    check(weight(&graph, 1, 0), Some(0.458_333));
    // All tags, two days apart.
    check(weight(&graph, 0, 2), Some(0.7));
    // No tag; 0.3 * 9 / 24 is above the threshold, 0.3 * 7 / 24 is not.
    check(weight(&graph, 0, 3), Some(0.1125));
    check(weight(&graph, 0, 4), None);
    // Two memories without tags have none in common.
    check(weight(&graph, 3, 4), Some(0.3 * 22.0 / 24.0));
}

#[test]
fn feelings_names_and_the_turn_before_add_to_an_edge_and_make_none_alone() {
    let felt = Emotion {
        valence: 0.5,
        arousal: 0.5,
        label: EmotionLabel::Joy,
    };
    let mut memories = [
        Memory::new(&["a"], 0),
        Memory::new(&["a", "b"], HOUR),
        Memory::new(&["c"], 100 * HOUR),
    ];
    memories.iter_mut().for_each(|memory| memory.emotion = felt);
    memories[0].entities = vec!["ada".to_owned()];
    memories[1].entities = vec!["ada".to_owned()];
    memories[1].follows = Some(0);
    let graph = graph_of(EdgeWeights::default(), &memories);
    // 0.7 / 2 + 0.3 * 23 / 24 + 0.1 for the feeling + 0.1 for the turn before + 0.05 for the name.
    check(weight(&graph, 0, 1), Some(0.35 + 0.2875 + 0.1 + 0.1 + 0.05));
    check(weight(&graph, 0, 2), None);
}

#[test]
fn a_radius_holds_what_is_near_directly_or_by_way_of_others() {
    let memories = [
        Memory::new(&["sea", "boat"], 0),
        Memory::new(&["boat", "storm"], 200 * HOUR),
        Memory::new(&["chess"], 400 * HOUR),
    ];
    let graph = graph_of(EdgeWeights::PLAIN, &memories);
    let query = Memory::new(&["sea", "boat"], 1_000 * HOUR);
    let keys = |radius| -> Vec<u64> {
        graph
            .within(query.plot(), radius, 15)
            .iter()
            .map(|near| near.key)
            .collect()
    };
    // The first is 1 - 0.7 away, the second 1 - 0.7 / 3.
    assert_eq!(keys(0.25), [] as [u64; 0]);
    assert_eq!(keys(0.31), [0]);
    assert_eq!(keys(0.8), [0, 1]);
    assert_eq!(graph.within(query.plot(), 0.8, 1).len(), 1);
    // By way of the first one only.
    let far = Memory::new(&["sea"], 1_000 * HOUR);
    let near = graph.within(far.plot(), 1.5, 15);
    assert_eq!(near.iter().map(|near| near.key).collect::<Vec<_>>(), [0, 1]);
    assert!((near[1].distance - (0.65 + (1.0 - 0.7 / 3.0))).abs() < 1e-4, "{near:?}");
    let tags = ["boat".to_owned(), "unheard of".to_owned()];
    assert_eq!(graph.by_tags(&tags, 5), [(1, 1.0 / 3.0), (0, 1.0 / 3.0)]);
}

/// 60 memories of five topics, some hours after each other, from a fixed sequence of numbers.
fn fixed() -> Vec<Memory> {
    let mut state: u64 = 7;
    let mut next = move || {
        state = (state * 1_103_515_245 + 12_345) % (1 << 31);
        state >> 8
    };
    let mut at = 0;
    (0..60)
        .map(|number| {
            let mut tags: Vec<String> = Vec::new();
            while tags.len() < 3 {
                let tag = format!("t{}{}", number % 5, next() % 6);
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
            }
            at += (6 + i64::try_from(next() % 25).unwrap()) * HOUR;
            Memory {
                tags,
                ..Memory::new(&[], at)
            }
        })
        .collect()
}

/// The figures are those of networkx 3.6 for the same 60 memories: `density`, `average_clustering`, `greedy_modularity_communities`
/// and `louvain_communities` (both find these five), `modularity` without weights.
#[test]
fn figures_are_those_of_a_graph_library() {
    let analysis = graph_of(EdgeWeights::PLAIN, &fixed()).analysis();
    assert_eq!((analysis.nodes, analysis.edges), (60, 340));
    assert!(
        (analysis.density - 0.192_090_395_480_226).abs() < 1e-12,
        "{}",
        analysis.density
    );
    assert!(
        (analysis.average_clustering - 0.800_165_112_665_112_6).abs() < 1e-12,
        "{}",
        analysis.average_clustering
    );
    assert!(
        (analysis.modularity - 0.717_344_290_657_439_3).abs() < 1e-9,
        "{}",
        analysis.modularity
    );
    assert_eq!(analysis.community_count(), 5);
    let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
    analysis
        .communities
        .values()
        .for_each(|community| *sizes.entry(*community).or_default() += 1);
    assert_eq!(sizes.into_values().collect::<Vec<_>>(), [12; 5]);
}

#[test]
fn a_graph_of_nothing_and_of_one_has_figures_too() {
    assert_eq!(Graph::default().analysis(), Analysis::default());
    let one = graph_of(EdgeWeights::PLAIN, &[Memory::new(&["a"], 0)]).analysis();
    assert_eq!((one.nodes, one.edges, one.community_count()), (1, 0, 1));
    assert_eq!((one.density, one.average_clustering, one.modularity), (0.0, 0.0, 0.0));
}

/// Of each memory the strongest edges, from all pairs.
fn by_all_pairs(weights: EdgeWeights, memories: &BTreeMap<u64, Memory>) -> BTreeMap<u64, Vec<Edge>> {
    let mut words = Graph::new(weights);
    let spots: BTreeMap<u64, _> = memories
        .iter()
        .map(|(key, memory)| (*key, words.spot(memory.plot())))
        .collect();
    spots
        .iter()
        .map(|(key, spot)| {
            let others = spots.iter().filter(|(other, _)| *other != key);
            let mut edges: Vec<Edge> = others
                .filter_map(|(other, theirs)| {
                    let weight = weights.between((Some(*key), spot), (Some(*other), theirs))?;
                    Some(Edge { to: *other, weight })
                })
                .collect();
            links::sort(&mut edges);
            edges.truncate(MOST_EDGES);
            (*key, edges)
        })
        .collect()
}

fn step() -> impl Strategy<Value = (u64, Option<(Vec<usize>, i64, bool)>)> {
    let memory = (proptest::collection::vec(0..12_usize, 0..4), 0..400_i64, any::<bool>());
    (0..90_u64, proptest::option::weighted(0.85, memory))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_that_grew_is_the_graph_of_all_pairs(steps in proptest::collection::vec(step(), 1..120), plain in any::<bool>()) {
        let weights = if plain { EdgeWeights::PLAIN } else { EdgeWeights::default() };
        let mut graph = Graph::new(weights);
        let mut model: BTreeMap<u64, Memory> = BTreeMap::new();
        for (key, memory) in steps {
            match memory {
                Some((tags, hours, follows)) => {
                    let tags: Vec<String> = tags.iter().map(|tag| format!("tag{tag}")).collect();
                    let memory = Memory {
                        tags,
                        follows: (follows && key > 0).then(|| key - 1),
                        ..Memory::new(&[], hours * HOUR)
                    };
                    graph.insert(key, memory.plot());
                    model.insert(key, memory);
                }
                None => {
                    graph.remove(key);
                    model.remove(&key);
                }
            }
        }
        let wanted = by_all_pairs(weights, &model);
        prop_assert_eq!(graph.len(), model.len());
        for (key, edges) in &wanted {
            prop_assert_eq!(graph.own_edges(*key), &edges[..], "of {}", key);
            let listed = |other: &u64| wanted[other].iter().any(|edge| edge.to == *key);
            let all: Vec<u64> = wanted.keys().filter(|other| listed(other) || edges.iter().any(|edge| edge.to == **other)).copied().collect();
            let mut found: Vec<u64> = graph.edges(*key).iter().map(|edge| edge.to).collect();
            found.sort_unstable();
            prop_assert_eq!(found, all);
        }
        let again = model.iter().map(|(key, memory)| {
            let edges = (key % 3 > 0).then(|| graph.own_edges(*key).to_vec());
            (*key, memory.plot(), edges)
        });
        let restored = Graph::restored(weights, again);
        for key in model.keys() {
            prop_assert_eq!(restored.edges(*key), graph.edges(*key));
        }
    }
}
