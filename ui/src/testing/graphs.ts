// For tests: memories of a graph, with what matters given and the rest filled in.
import type { MemoryDetailView } from '../api/generated/MemoryDetailView';
import type { MemoryGraphView } from '../api/generated/MemoryGraphView';
import type { MemoryNodeView } from '../api/generated/MemoryNodeView';

const HOUR = 3_600_000;

/** A memory of the conversation `talk`, at a position that grows with its number. */
export function memory(number: number, change: Partial<MemoryNodeView> = {}): MemoryNodeView {
  return {
    id: `memory-${number}`,
    origin: 'conversation',
    conversation_id: 'talk',
    at: Date.UTC(2026, 10, 1) + number * HOUR,
    title: `Memory ${number}`,
    tags: [],
    valence: 0,
    arousal: 0,
    emotion: 'neutral',
    priority: 0.5,
    community: 0,
    first_position: 2 * number,
    message_ids: [`m${2 * number}`, `m${2 * number + 1}`],
    planned_for: null,
    ...change,
  };
}

/** One of the character's own past. */
export function ownPast(number: number, change: Partial<MemoryNodeView> = {}): MemoryNodeView {
  const own = { conversation_id: null, first_position: null, message_ids: [] };
  return memory(number, { origin: 'book', ...own, at: Date.UTC(1881, 0, 1) + number * HOUR, ...change });
}

export function graphOf(
  nodes: MemoryNodeView[],
  edges: MemoryGraphView['edges'] = [],
  change: Partial<MemoryGraphView> = {},
): MemoryGraphView {
  const analysis = {
    nodes: nodes.length,
    edges: edges.length,
    density: 0.08,
    average_clustering: 0.41,
    communities: 4,
    modularity: 0.5,
  };
  return { conversation_id: 'talk', nodes, edges, analysis, ...change };
}

export function detailOf(node: MemoryNodeView, change: Partial<MemoryDetailView> = {}): MemoryDetailView {
  const said = node.origin === 'conversation';
  return {
    node,
    user_text: said ? `You said ${node.title}` : null,
    reply_text: said ? `They answered ${node.title}` : null,
    text: said ? null : `The past: ${node.title}`,
    source: null,
    neighbours: [],
    ...change,
  };
}
