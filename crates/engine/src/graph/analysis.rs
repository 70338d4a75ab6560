//! Figures about the graph, and which memories belong together.

use std::collections::HashMap;

use super::links::Graph;

/// Figures as graph libraries define them, over the edges without their weights; communities by modularity (the Louvain method:
/// Blondel, Guillaume, Lambiotte and Lefebvre, "Fast unfolding of communities in large networks", 2008).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Analysis {
    pub nodes: usize,
    pub edges: usize,
    /// Of all edges that there could be, how many there are; 0 for fewer than two nodes.
    pub density: f64,
    /// The mean over all nodes of how many pairs of neighbours are neighbours of each other; 0 where there is no pair.
    pub average_clustering: f64,
    pub modularity: f64,
    /// Of each node by its key; 0 is the largest.
    pub communities: HashMap<u64, u32>,
}

impl Analysis {
    pub fn community_count(&self) -> usize {
        self.communities
            .values()
            .max()
            .map_or(0, |largest| *largest as usize + 1)
    }
}

impl Graph {
    /// Looks at every edge some times: a tenth of a second for 10,000 memories.
    pub fn analysis(&self) -> Analysis {
        let mut keys: Vec<u64> = self.nodes.keys().copied().collect();
        keys.sort_unstable();
        let places: HashMap<u64, usize> = keys.iter().copied().zip(0..).collect();
        let neighbours: Vec<Vec<usize>> = keys
            .iter()
            .map(|key| {
                let mut to: Vec<usize> = self.edges(*key).iter().map(|edge| places[&edge.to]).collect();
                to.sort_unstable();
                to
            })
            .collect();
        let (communities, modularity) = communities(&neighbours);
        let edges = neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        Analysis {
            nodes: keys.len(),
            edges,
            density: density(keys.len(), edges),
            average_clustering: average_clustering(&neighbours),
            modularity,
            communities: keys.into_iter().zip(communities).collect(),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of nodes and edges are far below 2^52")]
fn density(nodes: usize, edges: usize) -> f64 {
    if nodes < 2 {
        return 0.0;
    }
    2.0 * edges as f64 / (nodes as f64 * (nodes as f64 - 1.0))
}

#[expect(clippy::cast_precision_loss, reason = "counts of nodes and edges are far below 2^52")]
fn average_clustering(neighbours: &[Vec<usize>]) -> f64 {
    if neighbours.is_empty() {
        return 0.0;
    }
    let mut marked = vec![usize::MAX; neighbours.len()];
    let mut sum = 0.0;
    for (node, around) in neighbours.iter().enumerate() {
        let degree = around.len();
        if degree < 2 {
            continue;
        }
        around.iter().for_each(|other| marked[*other] = node);
        let joined: usize = around
            .iter()
            .map(|other| {
                neighbours[*other]
                    .iter()
                    .filter(|third| marked[**third] == node)
                    .count()
            })
            .sum();
        sum += joined as f64 / (degree * (degree - 1)) as f64;
    }
    sum / neighbours.len() as f64
}

/// A graph whose nodes stand for communities of the one before: edges with how many they stand for, and those within.
struct Level {
    edges: Vec<Vec<(usize, f64)>>,
    within: Vec<f64>,
}

/// The community of each node, numbered by size, and the modularity.
fn communities(neighbours: &[Vec<usize>]) -> (Vec<u32>, f64) {
    let mut of: Vec<usize> = (0..neighbours.len()).collect();
    let mut level = Level {
        edges: neighbours
            .iter()
            .map(|around| around.iter().map(|to| (*to, 1.0)).collect())
            .collect(),
        within: vec![0.0; neighbours.len()],
    };
    loop {
        let moved = moved(&level);
        let count = moved.iter().max().map_or(0, |largest| largest + 1);
        let is_done = count == level.edges.len();
        of.iter_mut().for_each(|community| *community = moved[*community]);
        if is_done {
            break;
        }
        level = gathered(&level, &moved, count);
    }
    let modularity = modularity(&level);
    (by_size(&of), modularity)
}

/// One round: every node goes where modularity grows most, again and again until none does. Communities are numbered without gaps.
fn moved(level: &Level) -> Vec<usize> {
    let nodes = level.edges.len();
    let degree: Vec<f64> = (0..nodes)
        .map(|node| 2.0 * level.within[node] + level.edges[node].iter().map(|(_, weight)| weight).sum::<f64>())
        .collect();
    let total: f64 = degree.iter().sum();
    let mut community: Vec<usize> = (0..nodes).collect();
    let mut sum = degree.clone();
    let mut to: Vec<f64> = vec![0.0; nodes];
    let mut is_moving = total > 0.0;
    while is_moving {
        is_moving = false;
        for node in 0..nodes {
            let own = community[node];
            sum[own] -= degree[node];
            let mut seen = vec![own];
            for (other, weight) in &level.edges[node] {
                let theirs = community[*other];
                if to[theirs] == 0.0 && theirs != own {
                    seen.push(theirs);
                }
                to[theirs] += weight;
            }
            let gain = |place: usize| to[place] - sum[place] * degree[node] / total;
            let mut best = own;
            for place in &seen[1..] {
                if gain(*place) > gain(best) + 1e-9 {
                    best = *place;
                }
            }
            seen.iter().for_each(|place| to[*place] = 0.0);
            sum[best] += degree[node];
            if best != own {
                community[node] = best;
                is_moving = true;
            }
        }
    }
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    community
        .into_iter()
        .map(|old| {
            let next = numbers.len();
            *numbers.entry(old).or_insert(next)
        })
        .collect()
}

fn gathered(level: &Level, of: &[usize], count: usize) -> Level {
    let mut edges: Vec<std::collections::BTreeMap<usize, f64>> = vec![std::collections::BTreeMap::new(); count];
    let mut within = vec![0.0; count];
    for (node, around) in level.edges.iter().enumerate() {
        within[of[node]] += level.within[node];
        for (other, weight) in around {
            if of[node] == of[*other] {
                // Seen from both ends.
                within[of[node]] += weight / 2.0;
            } else {
                *edges[of[node]].entry(of[*other]).or_default() += weight;
            }
        }
    }
    Level {
        edges: edges.into_iter().map(|around| around.into_iter().collect()).collect(),
        within,
    }
}

/// Of a level at which every node is a community.
fn modularity(level: &Level) -> f64 {
    let degree =
        |node: usize| 2.0 * level.within[node] + level.edges[node].iter().map(|(_, weight)| weight).sum::<f64>();
    let total: f64 = (0..level.edges.len()).map(degree).sum();
    if total == 0.0 {
        return 0.0;
    }
    (0..level.edges.len())
        .map(|node| 2.0 * level.within[node] / total - (degree(node) / total).powi(2))
        .sum()
}

/// Numbers communities by size; of equal ones, the one that begins first.
fn by_size(of: &[usize]) -> Vec<u32> {
    let mut sizes: Vec<(usize, usize, usize)> = Vec::new();
    for (node, community) in of.iter().enumerate() {
        if sizes.len() <= *community {
            sizes.resize(*community + 1, (0, usize::MAX, 0));
        }
        let (size, first, number) = &mut sizes[*community];
        *size += 1;
        *first = (*first).min(node);
        *number = *community;
    }
    sizes.sort_by_key(|(size, first, _)| (std::cmp::Reverse(*size), *first));
    let mut numbers = vec![0; sizes.len()];
    for ((_, _, community), number) in sizes.iter().zip(0_u32..) {
        numbers[*community] = number;
    }
    of.iter().map(|community| numbers[*community]).collect()
}
