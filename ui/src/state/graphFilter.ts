// Which memories of a graph are looked at. Pure.
import type { MemoryNodeView } from '../api/generated/MemoryNodeView';
import { feelingOf, type Feeling } from './feelings';
import { foldForSearch } from './fold';

export interface GraphFilter {
  /** Words; each must stand in the title, in a tag or in the messages. */
  text: string;
  /** One tag; empty for every one. */
  tag: string;
  /** One family of feelings; empty for every one. */
  feeling: Feeling | '';
  /** One community; none for every one. */
  community: number | null;
  /** From this time on and before that one, in milliseconds since 1970, UTC. */
  from: number | null;
  to: number | null;
}

export const everything: GraphFilter = { text: '', tag: '', feeling: '', community: null, from: null, to: null };

/** Whether a filter lets everything through. */
export function isEverything(filter: GraphFilter): boolean {
  return (Object.keys(everything) as (keyof GraphFilter)[]).every((key) =>
    key === 'text' ? filter.text.trim() === '' : filter[key] === everything[key],
  );
}

const folded = new WeakMap<MemoryNodeView, string>();

/** What a memory says, as it is searched. */
function saying(node: MemoryNodeView): string {
  let text = folded.get(node);
  if (text === undefined) {
    text = foldForSearch([node.title, ...node.tags].join('\n'));
    folded.set(node, text);
  }
  return text;
}

/**
 * For each memory 1 when it passes the filter, else 0. `found` are messages that hold the words somewhere, so that a memory is also
 * found by what its title leaves out.
 */
export function passing(
  nodes: readonly MemoryNodeView[],
  filter: GraphFilter,
  found: ReadonlySet<string> = new Set(),
): Uint8Array {
  const words = foldForSearch(filter.text).split(/\s+/u).filter(Boolean);
  const from = filter.from ?? -Infinity;
  const to = filter.to ?? Infinity;
  return Uint8Array.from(nodes, (node) => {
    if (node.at < from || node.at >= to) return 0;
    if (filter.community !== null && node.community !== filter.community) return 0;
    if (filter.feeling !== '' && feelingOf(node.emotion) !== filter.feeling) return 0;
    if (filter.tag !== '' && !node.tags.includes(filter.tag)) return 0;
    if (words.length === 0 || node.message_ids.some((id) => found.has(id))) return 1;
    const text = saying(node);
    return words.every((word) => text.includes(word)) ? 1 : 0;
  });
}

/** The tags of memories with how many have each, the most frequent first; at most so many. */
export function tagCounts(nodes: readonly MemoryNodeView[], most: number): { tag: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { tags } of nodes) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .sort((one, other) => other.count - one.count || (one.tag < other.tag ? -1 : 1))
    .slice(0, most);
}
