import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ApiError, UNREACHABLE } from '../api/client';
import type { FakeClient } from '../testing/fakeClient';
import { detailOf, graphOf, memory, ownPast } from '../testing/graphs';
import { opened, settled } from '../testing/turns';
import { GraphState, tagsOf } from './graph.svelte';
import { everything, isEverything, passing, tagCounts } from './graphFilter';

afterEach(() => vi.useRealTimers());

const nodes = [
  ownPast(1, { title: 'The attic', tags: ['attic'] }),
  memory(2, { title: 'Işık söndü', tags: ['lamp', 'fog'], emotion: 'fear', community: 1 }),
  memory(3, { title: 'A letter came', tags: ['letter'], emotion: 'gratitude' }),
  memory(4, { title: 'The fog again', tags: ['fog'], community: 1 }),
];
const view = graphOf(nodes, [[1, 3, 500]]);

async function read(answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({
    get_memory_graph: () => view,
    get_memory_node: ({ memory_id }) => detailOf(nodes.find(({ id }) => id === memory_id)!),
    ...answers,
  });
  const graph = new GraphState(client, talk);
  const end = graph.watch();
  await settled();
  return { client, talk, graph, end };
}

const titles = (graph: GraphState) => graph.shown.map(({ title }) => title);

describe('the filter', () => {
  const mask = (change: Partial<typeof everything>, found?: Set<string>) => [
    ...passing(nodes, { ...everything, ...change }, found),
  ];

  it('looks for words in titles and tags, without case and accents', () => {
    expect(mask({ text: ' FOG ' })).toEqual([0, 1, 0, 1]);
    expect(mask({ text: 'isik' })).toEqual([0, 1, 0, 0]);
    expect(mask({ text: 'fog again' })).toEqual([0, 0, 0, 1]);
  });

  it('also takes memories whose messages were found', () => {
    expect(mask({ text: 'umbrella' }, new Set(['m7']))).toEqual([0, 0, 1, 0]);
  });

  it('narrows by tag, family of feelings, community and time, all together', () => {
    expect(mask({ tag: 'fog' })).toEqual([0, 1, 0, 1]);
    expect(mask({ feeling: 'joy' })).toEqual([0, 0, 1, 0]);
    expect(mask({ community: 1 })).toEqual([0, 1, 0, 1]);
    expect(mask({ from: nodes[1]!.at, to: nodes[3]!.at })).toEqual([0, 1, 1, 0]);
    expect(mask({ tag: 'fog', feeling: 'fear' })).toEqual([0, 1, 0, 0]);
  });

  it('knows when it narrows nothing', () => {
    expect(isEverything({ ...everything, text: '  ' })).toBe(true);
    expect(isEverything({ ...everything, from: 5 })).toBe(false);
  });

  it('offers the tags, the most frequent first', () => {
    expect(tagCounts(nodes, 2)).toEqual([
      { tag: 'fog', count: 2 },
      { tag: 'attic', count: 1 },
    ]);
  });
});

describe('the graph', () => {
  it('is read while it is watched, and again a moment after it has changed', async () => {
    const { client, graph, end } = await read();
    expect(titles(graph)).toEqual(['The fog again', 'A letter came', 'Işık söndü', 'The attic']);
    vi.useFakeTimers();
    graph.handle({ type: 'graph_changed', conversation_id: 'talk' });
    graph.handle({ type: 'graph_changed', conversation_id: 'talk' });
    graph.handle({ type: 'graph_changed', conversation_id: 'other' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.inputs('get_memory_graph')).toHaveLength(2);
    end();
    graph.handle({ type: 'graph_changed', conversation_id: 'talk' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.inputs('get_memory_graph')).toHaveLength(2);
  });

  it('that cannot be read keeps what was shown, and says why', async () => {
    const { client, graph } = await read();
    client.answers.get_memory_graph = () => Promise.reject(new ApiError('storage_error', ''));
    await graph.load();
    expect(graph.error?.code).toBe('storage_error');
    expect(graph.shown).toHaveLength(4);
  });

  it('of another conversation starts without the filter of this one', async () => {
    const { client, talk, graph, end } = await read();
    graph.narrow({ tag: 'fog' });
    graph.choose('memory-2');
    end();
    client.answers.open_conversation = () => ({ ...talk.current!, id: 'second' });
    client.answers.get_memory_graph = () => graphOf([memory(9)], [], { conversation_id: 'second' });
    await talk.open('sherlock_holmes', 'second');
    flushSync();
    expect(graph.view).toBeNull();
    graph.watch();
    await settled();
    expect([titles(graph), graph.filtered, graph.chosen]).toEqual([['Memory 9'], false, null]);
  });

  it('finds words in the messages a moment after they were written', async () => {
    const hit = { conversation_id: 'talk', character_id: 'x', message_id: 'm7', position: 7, created_at: 0 };
    const { client, graph } = await read({
      search_messages: () => ({ hits: [{ ...hit, role: 'character', excerpt: [] }], more: false }),
    });
    vi.useFakeTimers();
    graph.narrow({ text: 'umb' });
    graph.narrow({ text: 'umbrella' });
    expect(titles(graph)).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(titles(graph)).toEqual(['A letter came']);
    expect(client.inputs('search_messages')).toEqual([{ query: 'umbrella', conversation_id: 'talk', limit: 100 }]);
    graph.showEverything();
    expect(graph.shown).toHaveLength(4);
  });
});

describe('a memory', () => {
  it('is read when it is chosen, and the last one chosen is the one shown', async () => {
    let answer!: () => void;
    const slow = new Promise<void>((resolve) => (answer = resolve));
    const { client, graph } = await read();
    client.answers.get_memory_node = async ({ memory_id }) => {
      if (memory_id === 'memory-2') await slow;
      return detailOf(nodes.find(({ id }) => id === memory_id)!);
    };
    graph.choose('memory-2');
    graph.choose('memory-3');
    await settled();
    answer();
    await settled();
    expect(graph.detail?.reply_text).toBe('They answered A letter came');
  });

  it('is changed only in what was changed', async () => {
    const { client, graph } = await read({
      update_memory_node: (input) => detailOf({ ...nodes[1]!, tags: input.tags ?? [] }),
    });
    graph.choose('memory-2');
    await settled();
    graph.edit();
    graph.write({ tags: 'lamp,  dark , lamp' });
    expect(await graph.saveEdit()).toBe(true);
    expect(client.inputs('update_memory_node')).toMatchObject([{ memory_id: 'memory-2', tags: ['lamp', 'dark'] }]);
    expect(Object.keys(client.inputs('update_memory_node')[0]!).sort()).toEqual([
      'conversation_id',
      'memory_id',
      'operation_id',
      'tags',
    ]);
    expect([graph.editing, graph.chosen?.tags]).toEqual([null, ['lamp', 'dark']]);
  });

  it('that was changed in nothing asks for nothing', async () => {
    const { client, graph } = await read();
    graph.choose('memory-2');
    await settled();
    graph.edit();
    expect(await graph.saveEdit()).toBe(true);
    expect(client.inputs('update_memory_node')).toEqual([]);
  });

  it('keeps what was written when it cannot be saved, and goes out under the same name again', async () => {
    const { client, graph } = await read({
      update_memory_node: () => Promise.reject(new ApiError(UNREACHABLE, '')),
    });
    graph.choose('memory-1');
    await settled();
    graph.edit();
    graph.write({ text: 'Another attic' });
    expect(await graph.saveEdit()).toBe(false);
    expect([graph.editing?.text, graph.trouble?.code]).toEqual(['Another attic', UNREACHABLE]);
    await graph.saveEdit();
    const names = client.inputs('update_memory_node').map(({ operation_id }) => operation_id);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  it('that is forgotten is gone from the picture', async () => {
    const { client, graph } = await read({ forget_memory_node: () => ({}) });
    graph.choose('memory-3');
    await settled();
    client.answers.get_memory_graph = () => graphOf(nodes.filter(({ id }) => id !== 'memory-3'));
    expect(await graph.forget('memory-3')).toBe(true);
    expect(titles(graph)).toEqual(['The fog again', 'Işık söndü', 'The attic']);
    expect(graph.chosen).toBeNull();
  });

  it('that is gone already says so', async () => {
    const { graph } = await read({ forget_memory_node: () => Promise.reject(new ApiError('memory_gone', '')) });
    graph.choose('memory-3');
    await settled();
    expect(await graph.forget('memory-3')).toBe(false);
    expect(graph.trouble?.code).toBe('memory_gone');
    expect(graph.chosen?.id).toBe('memory-3');
  });
});

describe('tags', () => {
  it('stand in a line, with the commas of any script', () => {
    expect(tagsOf(' sea, gull،  مطر、 雨;sea,,')).toEqual(['sea', 'gull', 'مطر', '雨']);
  });
});
