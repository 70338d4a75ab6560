import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import { ApiError } from '../../api/client';
import type { MemoryGraphView } from '../../api/generated/MemoryGraphView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { FilesState } from '../../state/files.svelte';
import { GraphState } from '../../state/graph.svelte';
import { WindowState } from '../../state/window.svelte';
import type { FakeClient } from '../../testing/fakeClient';
import { detailOf, graphOf, memory, ownPast } from '../../testing/graphs';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import GraphPart from './GraphPart.svelte';
import TiesChoice from './TiesChoice.svelte';

beforeEach(() => {
  letDialogsOpen();
  // The document of the tests draws nothing, as a system without a graphics processor.
  HTMLCanvasElement.prototype.getContext = () => null;
});

const attic = ownPast(1, { title: 'The attic', tags: ['attic'] });
const boots = memory(2, {
  title: 'Clean boots on a wet night',
  tags: ['boots', 'lodger'],
  emotion: 'fear',
  community: 1,
});
const letter = memory(3, { title: 'A letter came', tags: ['letter'], emotion: 'joy' });
const usual = graphOf([attic, boots, letter], [[1, 2, 500]]);
const spoken = Array.from({ length: 9 }, (_, position) => message(position, `Words ${position}`));

async function part(view: MemoryGraphView = usual, answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened(
    {
      get_memory_graph: () => view,
      get_memory_node: ({ memory_id }) => detailOf(view.nodes.find(({ id }) => id === memory_id)!),
      search_messages: () => ({ hits: [], more: false }),
      ...answers,
    },
    conversation(spoken),
  );
  const graph = new GraphState(client, talk);
  const windowState = new WindowState();
  const files = new FilesState(client);
  render(Within, { client, component: GraphPart, conversation: talk, graph, windowState, files });
  await settled();
  return { client, talk, graph, windowState, files };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

async function wholeWindow(view?: MemoryGraphView, answers?: FakeClient['answers']) {
  const made = await part(view, answers);
  await press('Open in the whole window');
  await settled();
  return { ...made, dialog: within(screen.getByRole('dialog', { hidden: true })) };
}

const rows = () => [...document.querySelectorAll('.row[data-row] .title')].map(({ textContent }) => textContent);

describe('the graph in the notes', () => {
  it('teaches while there are no memories, and takes some in', async () => {
    const report = { character_id: 'sherlock_holmes', format: 'list', memories: 3, known: 0, repaired: [] };
    const { client, files } = await part(graphOf([]), { import_memories: () => report });
    expect(screen.getByRole('heading', { name: 'No memories yet' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save the memories' })).toBeNull();
    client.picked = { file: { handle: 'h' }, name: 'old.json' };
    await press('Bring memories in');
    await settled();
    expect(client.inputs('import_memories')).toMatchObject([
      { character_id: 'sherlock_holmes', file: { handle: 'h' } },
    ]);
    expect(files.outcome).toEqual({ kind: 'memories', name: 'old.json', who: 'Sherlock Holmes', report });
  });

  it('says its figures in plain words', async () => {
    await part();
    expect(screen.getByText('3 memories, 1 tie between them.')).toBeTruthy();
    expect(screen.getByText('Of all ties that there could be, 8% are there.')).toBeTruthy();
    expect(screen.getByText(/^They form 4 groups\..*stand well apart/s)).toBeTruthy();
  });

  it('says when it cannot be drawn, and where the same is', async () => {
    await part();
    expect(await screen.findByText('This system cannot draw the picture. The list holds the same.')).toBeTruthy();
  });

  it('calls nobody others before there are groups', async () => {
    await part();
    expect(screen.getByText('from the past')).toBeTruthy();
    expect(screen.queryByText('all others')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Colours' })).toBeNull();
  });

  it('says how many ties are drawn of how many, and draws more when asked for', async () => {
    const made = await part();
    render(Within, {
      client: made.client,
      component: TiesChoice,
      given: { drawn: 38, all: 1190 },
      conversation: made.talk,
      graph: made.graph,
    });
    const choice = screen.getByLabelText<HTMLSelectElement>('Ties in the picture');
    expect(choice.value).toBe('strongest');
    expect(document.getElementById(choice.getAttribute('aria-describedby')!)?.textContent).toBe('38 of 1,190 ties');
    await fireEvent.change(choice, { target: { value: 'all' } });
    expect(made.graph.ties).toBe('all');
    expect(new GraphState(made.client, made.talk).ties).toBe('all');
  });

  it('that cannot be read says why, and can be asked for again', async () => {
    const { client } = await part(usual, { get_memory_graph: () => Promise.reject(new ApiError('storage_error', '')) });
    expect(screen.getByRole('alert').textContent).toContain('The database reported a fault');
    client.answers.get_memory_graph = () => usual;
    await press('Try again');
    expect(await screen.findByText('3 memories, 1 tie between them.')).toBeTruthy();
  });

  it('saves the memories', async () => {
    const exported = { file: { handle: 'h' }, name: 'a.json', bytes: 3 };
    const { client } = await part(usual, { export_memories: () => exported });
    await press('Save the memories');
    await settled();
    expect(client.inputs('export_memories')).toEqual([{ conversation_id: 'talk' }]);
    expect(client.handedOver).toEqual([exported]);
  });
});

describe('the list', () => {
  it('holds the same as the picture, the newest first, with one stop of the Tab key', async () => {
    await wholeWindow();
    expect(rows()).toEqual(['A letter came', 'Clean boots on a wet night', 'The attic']);
    const list = screen.getByRole('list', { name: 'Memories, the newest first', hidden: true });
    const items = within(list).getAllByRole('listitem', { hidden: true });
    expect(items.map((item) => [item.ariaPosInSet ?? item.getAttribute('aria-posinset')])).toEqual([
      ['1'],
      ['2'],
      ['3'],
    ]);
    expect(list.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });

  it('is narrowed by words, tag, feeling and colour', async () => {
    const { dialog, graph } = await wholeWindow();
    await fireEvent.input(dialog.getByRole('searchbox', { hidden: true }), { target: { value: 'BOOTS' } });
    expect(rows()).toEqual(['Clean boots on a wet night']);
    expect(dialog.getByText('1 of 3 memories')).toBeTruthy();
    await press('Show all memories');
    await fireEvent.change(dialog.getByLabelText('Feeling'), { target: { value: 'joy' } });
    expect(rows()).toEqual(['A letter came']);
    await fireEvent.change(dialog.getByLabelText('Tag'), { target: { value: 'attic' } });
    expect(rows()).toEqual([]);
    expect(dialog.getByText('No memory is like that.')).toBeTruthy();
    graph.showEverything();
    graph.colourBy('feeling');
    flushSync();
    await fireEvent.click(dialog.getByRole('button', { name: 'Only these: Fear', hidden: true }));
    expect(rows()).toEqual(['Clean boots on a wet night']);
  });

  it('is gone through by the arrow keys, also beyond the rows that are drawn', async () => {
    const many = Array.from({ length: 300 }, (_, index) => memory(index));
    await wholeWindow(graphOf(many));
    expect(rows().length).toBeLessThan(60);
    const first = document.querySelector<HTMLElement>('.row[data-row="0"]')!;
    first.focus();
    await fireEvent.keyDown(first, { key: 'End' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Memory 0'));
    await fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Memory 1'));
  });
});

describe('the time', () => {
  const apart = graphOf([memory(0), memory(30), memory(60), memory(90)]);

  it('is chosen by its ends, and let go again', async () => {
    const { dialog, graph } = await wholeWindow(apart);
    const from = dialog.getByLabelText<HTMLInputElement>('From');
    from.value = '1';
    await fireEvent.input(from);
    expect(graph.shown.map(({ title }) => title)).toEqual(['Memory 90', 'Memory 60', 'Memory 30']);
    await press('At any time');
    expect(graph.shown).toHaveLength(4);
  });

  it('says in words what is chosen, for those who hear it', async () => {
    const { dialog } = await wholeWindow(apart);
    expect(dialog.getByLabelText('From').getAttribute('aria-valuetext')).toContain('2026');
    expect(dialog.getByText('At any time')).toBeTruthy();
  });
});

describe('a memory', () => {
  async function card(row: string, answers: FakeClient['answers'] = {}) {
    const made = await wholeWindow(usual, answers);
    await fireEvent.click(screen.getByText(row).closest('button')!);
    await settled();
    return made;
  }
  const shown = () => within(document.querySelector<HTMLElement>('dialog .card')!);

  it('is read with both its texts, its tags and what it is tied to', async () => {
    const neighbours = [{ memory_id: letter.id, title: letter.title, weight: 500 }];
    const { graph } = await card(boots.title, { get_memory_node: () => detailOf(boots, { neighbours }) });
    expect(shown().getByText(`You said ${boots.title}`)).toBeTruthy();
    expect(shown().getByText(`They answered ${boots.title}`)).toBeTruthy();
    expect(shown().getByText(/Said in a conversation\. Fear\./)).toBeTruthy();
    await fireEvent.click(shown().getByRole('button', { name: 'Only memories with the tag boots', hidden: true }));
    expect(graph.filter.tag).toBe('boots');
    await fireEvent.click(shown().getByText(letter.title));
    expect(graph.chosen?.id).toBe(letter.id);
  });

  it('of the own past says where it comes from', async () => {
    const source = { title: 'A Study in Scarlet', chapter: 'Chapter 2', passage: 'An empty attic', exchange: null };
    await card(attic.title, { get_memory_node: () => detailOf(attic, { source }) });
    expect(shown().getByText('From A Study in Scarlet, Chapter 2')).toBeTruthy();
    expect(shown().getByText('An empty attic')).toBeTruthy();
    expect(shown().queryByRole('button', { name: 'Read in place', hidden: true })).toBeNull();
  });

  it('is never anything but text', async () => {
    const hostile = '<img src=x onerror="alert(1)"><b>{@html x}</b>';
    await card(boots.title, { get_memory_node: () => detailOf(boots, { reply_text: hostile }) });
    expect(shown().getByText(hostile)).toBeTruthy();
    expect(document.querySelector('img, b')).toBeNull();
  });

  it('leads to the turn it was said in', async () => {
    const { talk, windowState } = await card(boots.title);
    windowState.view = 'notes';
    await fireEvent.click(shown().getByRole('button', { name: 'Read in place', hidden: true }));
    await settled();
    expect(talk.wanted).toEqual({ position: 4, pointed: true });
    expect(windowState.view).toBe('page');
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  });

  it('takes other tags, and says so', async () => {
    const { client } = await card(boots.title, {
      update_memory_node: ({ tags }) => detailOf({ ...boots, tags: tags ?? [] }),
    });
    await press('Edit this memory');
    expect(screen.queryByLabelText('Words')).toBeNull();
    await fireEvent.input(screen.getByLabelText('Tags, with commas between them'), {
      target: { value: 'boots, rain' },
    });
    await fireEvent.change(screen.getByLabelText('How much it matters'), { target: { value: '1' } });
    await press('Save');
    await settled();
    expect(client.inputs('update_memory_node')).toMatchObject([{ tags: ['boots', 'rain'], priority: 1 }]);
    expect(screen.getAllByRole('status', { hidden: true })[0]?.textContent).toBe('The memory was changed.');
    expect(screen.getByRole('button', { name: 'Only memories with the tag rain', hidden: true })).toBeTruthy();
  });

  it('keeps what was written when it cannot be saved', async () => {
    await card(attic.title, { update_memory_node: () => Promise.reject(new ApiError('bad_memory', '')) });
    await press('Edit this memory');
    await fireEvent.input(screen.getByLabelText('Words'), { target: { value: 'Quite another attic' } });
    await press('Save');
    await settled();
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('A memory cannot be like that');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Words').value).toBe('Quite another attic');
  });

  it('is forgotten only after the question what goes and what stays', async () => {
    const { client } = await card(boots.title, { forget_memory_node: () => ({}) });
    await press('Forget this memory');
    const ask = screen.getByRole('alertdialog', { hidden: true });
    expect(ask.textContent).toMatch(/Sherlock Holmes no longer knows it.*The page stays as it is.*Backups/s);
    expect(client.inputs('forget_memory_node')).toEqual([]);
    client.answers.get_memory_graph = () => graphOf([attic, letter]);
    await fireEvent.click(within(ask).getByRole('button', { name: 'Forget', hidden: true }));
    await settled();
    expect(client.inputs('forget_memory_node')).toMatchObject([{ conversation_id: 'talk', memory_id: boots.id }]);
    expect(rows()).toEqual(['A letter came', 'The attic']);
  });
});

describe('what would be remembered', () => {
  it('is told with its reasons, and opens', async () => {
    const reasons = [
      { part: 'words', share: 700 },
      { part: 'time', share: 300 },
    ] as const;
    const found = { memory: boots, when: 'three days ago', score: 1000, reasons: [...reasons] };
    const { client, graph } = await part(usual, { recall_memories: () => ({ method: 'hybrid', memories: [found] }) });
    await fireEvent.input(screen.getByRole('textbox', { name: 'What would be remembered?' }), {
      target: { value: ' the boots? ' },
    });
    await press('Ask');
    expect(await screen.findByText(/^1 memory comes to mind\./)).toBeTruthy();
    expect(client.inputs('recall_memories')).toEqual([{ conversation_id: 'talk', text: 'the boots?' }]);
    expect(
      screen.getByText('three days ago. Mostly because of the same words; also because of the time that is meant.'),
    ).toBeTruthy();
    await press(boots.title);
    expect(graph.chosen?.id).toBe(boots.id);
  });

  it('may be nothing', async () => {
    await part(usual, { recall_memories: () => ({ method: 'hybrid', memories: [] }) });
    await fireEvent.input(screen.getByRole('textbox', { name: 'What would be remembered?' }), {
      target: { value: 'x' },
    });
    await press('Ask');
    expect(await screen.findByText('Nothing comes to mind.')).toBeTruthy();
  });

  it('is found in a way that can be chosen', async () => {
    const settings = {
      method: 'hybrid' as const,
      tag_weight: 0.7,
      time_weight: 0.3,
      emotion_weight: 0.1,
      threshold: 0.1,
      radius: 0.9,
      most: 15,
      tokens: 600,
    };
    const { client } = await part(usual, {
      get_recall_settings: () => settings,
      change_recall_settings: (change) => ({ ...settings, method: change.method ?? 'hybrid' }),
    });
    expect(screen.queryByLabelText(/^How far away/)).toBeNull();
    await fireEvent.change(screen.getByLabelText('Way of finding'), { target: { value: 'radius' } });
    await settled();
    expect(client.inputs('change_recall_settings')).toEqual([{ method: 'radius' }]);
    expect(screen.getByLabelText(/^How far away they may lie/)).toBeTruthy();
  });
});
