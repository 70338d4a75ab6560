//! Who imports whom in the interface.

use std::collections::{BTreeMap, BTreeSet};

use super::sources::Source;

/// Every module that can reach itself, with the way.
pub fn cycles(sources: &[Source]) -> Vec<String> {
    let names: BTreeSet<&str> = sources.iter().map(|source| source.path.as_str()).collect();
    let graph: BTreeMap<&str, Vec<&str>> = sources
        .iter()
        .map(|source| (source.path.as_str(), imports(source, &names)))
        .collect();
    names.iter().filter_map(|start| way_back(start, &graph)).collect()
}

fn imports<'a>(source: &Source, names: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    // A type alone brings no code with it.
    let lines = source
        .text
        .lines()
        .filter(|line| (line.contains("from '") || line.contains("from \"")) && !line.contains("import type"));
    let wanted = lines
        .filter_map(|line| line.split(['\'', '"']).rev().nth(1))
        .filter(|path| path.starts_with('.'));
    wanted.filter_map(|path| resolve(folder, path, names)).collect()
}

fn resolve<'a>(folder: &str, path: &str, names: &BTreeSet<&'a str>) -> Option<&'a str> {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    let path = parts.join("/");
    let candidates =
        ["", ".ts", ".svelte", ".svelte.ts", "/index.ts", "/index.svelte.ts"].map(|ending| format!("{path}{ending}"));
    candidates
        .iter()
        .find_map(|candidate| names.get(candidate.as_str()).copied())
}

fn way_back(start: &str, graph: &BTreeMap<&str, Vec<&str>>) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut open = vec![vec![start]];
    while let Some(way) = open.pop() {
        for next in graph.get(way.last()?).into_iter().flatten() {
            if *next == start {
                return Some(format!("{} -> {start}", way.join(" -> ")));
            }
            if seen.insert(*next) {
                open.push(way.iter().chain([next]).copied().collect());
            }
        }
    }
    None
}
