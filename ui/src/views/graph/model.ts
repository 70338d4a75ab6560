// A graph made ready for drawing: numbers in typed arrays, edges in the order in which they are worth showing, names of communities.
import type { MemoryGraphView } from '../../api/generated/MemoryGraphView';
import type { MemoryNodeView } from '../../api/generated/MemoryNodeView';
import { feelingOf, feelings } from '../../state/feelings';
import type { Colouring, Ties } from '../../state/graph.svelte';

/** So many colours there are; what has none of its own has the one after them. */
export const HUES = 8;
/** A community that is smaller has no colour and no name. */
const SMALLEST_NAMED = 3;

/** How a memory is drawn: one of a conversation, one of the character's own past, one with something planned. */
export const shapes = { said: 0, past: 1, planned: 2 } as const;

export interface Model {
  nodes: readonly MemoryNodeView[];
  times: Float64Array;
  communities: Int32Array;
  /** How large each is, in proportion to a usual one. */
  sizes: Float32Array;
  shapes: Uint8Array;
  /** Pairs of indices, those most worth showing first. */
  edges: Uint32Array;
  /** From 0 to 1. */
  weights: Float32Array;
  /** How many of the edges are among the strongest `k` of one of their memories, for `k` from 0 on; they come first. */
  strongest: readonly number[];
  communityNames: CommunityName[];
}

/** A community that is large enough to be told of. */
export interface CommunityName {
  community: number;
  /** The tag that tells it best from the others; empty when it has none. */
  tag: string;
  count: number;
}

export function modelOf(view: MemoryGraphView): Model {
  const { nodes } = view;
  const { edges, weights, strongest } = sortedEdges(view);
  return {
    nodes,
    times: Float64Array.from(nodes, ({ at }) => at),
    communities: Int32Array.from(nodes, ({ community }) => community),
    sizes: Float32Array.from(nodes, ({ priority }) => 0.7 + 0.6 * priority),
    shapes: Uint8Array.from(nodes, (node) =>
      node.planned_for !== null ? shapes.planned : node.origin === 'conversation' ? shapes.said : shapes.past,
    ),
    edges,
    weights,
    strongest,
    communityNames: communityNames(nodes),
  };
}

/**
 * The strongest edges of every memory before the second strongest of any, and so on: those that are drawn when there is not room for
 * all leave nobody out.
 */
function sortedEdges({ nodes, edges }: MemoryGraphView): Pick<Model, 'edges' | 'weights' | 'strongest'> {
  const seen = new Uint16Array(nodes.length);
  const ranked = edges
    .filter(([one, other]) => one < nodes.length && other < nodes.length)
    .sort((one, other) => other[2] - one[2])
    .map((edge) => ({ edge, rank: Math.min(seen[edge[0]]!++, seen[edge[1]]!++) }))
    .sort((one, other) => one.rank - other.rank);
  const strongest = [0];
  for (const { rank } of ranked) strongest[rank + 1] = (strongest[rank + 1] ?? strongest[rank]!) + 1;
  return {
    edges: Uint32Array.from(ranked.flatMap(({ edge }) => [edge[0], edge[1]])),
    weights: Float32Array.from(ranked, ({ edge }) => edge[2] / 1000),
    strongest,
  };
}

/** So many of each memory's ties are drawn. After one evening everything is tied to everything, and only the strongest tell. */
const TIES_OF_EACH: Record<Ties, number> = { strongest: 2, more: 4, all: Infinity };
/** So many are drawn of a picture that is seen as a whole; more as it is looked at nearer. */
const TIES_AT_ONCE: Record<Ties, number> = { strongest: 5_000, more: 14_000, all: 40_000 };

/** How many edges are drawn, of those that come first. `nearer` is by how much the picture is larger than when all of it is seen. */
export function tiesDrawn({ weights, strongest }: Model, ties: Ties, nearer: number): number {
  const wanted = strongest[TIES_OF_EACH[ties]] ?? weights.length;
  return Math.min(wanted, Math.round(TIES_AT_ONCE[ties] * Math.max(1, nearer)));
}

/** The communities that are large enough to be told of, the largest first, each with its own tag. */
export function communityNames(nodes: readonly MemoryNodeView[]): CommunityName[] {
  const total = new Map<string, number>();
  const members = new Map<number, { count: number; tags: Map<string, number> }>();
  for (const { community, tags } of nodes) {
    let own = members.get(community);
    if (!own) members.set(community, (own = { count: 0, tags: new Map() }));
    own.count++;
    for (const tag of tags) {
      own.tags.set(tag, (own.tags.get(tag) ?? 0) + 1);
      total.set(tag, (total.get(tag) ?? 0) + 1);
    }
  }
  const taken = new Set<string>();
  return [...members]
    .filter(([, { count }]) => count >= SMALLEST_NAMED)
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, HUES)
    .map(([community, { count, tags }]) => {
      // Frequent here, and rare elsewhere.
      const worth = ([tag, here]: [string, number]) => (here * here) / total.get(tag)!;
      const best = [...tags].filter(([tag]) => !taken.has(tag)).sort((one, other) => worth(other) - worth(one))[0];
      if (best) taken.add(best[0]);
      return { community, tag: best?.[0] ?? '', count };
    });
}

/** For each memory the number of its colour, from 0 to `HUES`. */
export function coloursOf({ nodes, communityNames }: Model, colouring: Colouring): Uint8Array {
  if (colouring === 'feeling') {
    return Uint8Array.from(nodes, ({ emotion }) => Math.min(HUES, feelings.indexOf(feelingOf(emotion))));
  }
  const hues = new Map(communityNames.map(({ community }, index) => [community, index]));
  return Uint8Array.from(nodes, ({ community }) => hues.get(community) ?? HUES);
}
