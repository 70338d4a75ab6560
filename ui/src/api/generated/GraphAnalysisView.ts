// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Figures about the graph, over all its edges (not only the shown ones).
 */
export type GraphAnalysisView = { nodes: number, edges: number, 
/**
 * Of all edges that there could be, how many there are: 0 to 1.
 */
density: number, 
/**
 * How often two neighbours of a memory are neighbours of each other, on average: 0 to 1.
 */
average_clustering: number, communities: number, 
/**
 * How much better the communities hold together than chance would have it.
 */
modularity: number, };
