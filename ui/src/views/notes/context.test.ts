import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import type { PromptRecordView } from '../../api/generated/PromptRecordView';
import { GraphState } from '../../state/graph.svelte';
import { InspectionState } from '../../state/inspection.svelte';
import { WindowState } from '../../state/window.svelte';
import { detailOf, memory } from '../../testing/graphs';
import { sent } from '../../testing/memories';
import { message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import { segmentsOf } from './context';
import ContextPart from './ContextPart.svelte';
import Notes from './Notes.svelte';

async function part(record: PromptRecordView | null = sent()) {
  const { client, state: talk } = await opened({ get_prompt_record: () => record });
  const inspection = new InspectionState(client, talk);
  render(Within, { client, component: ContextPart, conversation: talk, inspection });
  await settled();
  return { client, talk, inspection };
}

describe('the bar', () => {
  const shares = (record: PromptRecordView) =>
    segmentsOf(record).map(({ group, share }) => [group, Number(share.toFixed(3))]);

  it('shows every part in its order, the room for the reply and what is left', () => {
    expect(shares(sent())).toEqual([
      ['character', 0.1],
      ['memory', 0.05],
      ['talk', 0.15],
      ['reply', 0.2],
      ['free', 0.5],
    ]);
  });

  it('is full, and not more, when more was sent than the window holds', () => {
    const parts = [{ name: 'recent' as const, tokens: 1400, text: '' }];
    expect(shares(sent({ parts }))).toEqual([
      ['talk', 0.875],
      ['reply', 0.125],
    ]);
  });

  it('of nothing is empty', () => {
    expect(segmentsOf(sent({ parts: [], reply_tokens: 0, window_tokens: 0 }))).toEqual([]);
  });
});

describe('the context', () => {
  it('says how much the model takes and what filled it, in words too', async () => {
    await part();
    expect(screen.getByText('300 of 1,000 tokens')).toBeTruthy();
    expect(screen.getByText('Qwen3 4B reads and writes 1,000 tokens at once; so it says itself.')).toBeTruthy();
    const legend = screen.getByRole('list', { name: 'What fills the model’s window' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim()),
    ).toEqual([
      'Rules and character 100 tokens',
      'What is remembered 50 tokens',
      'The conversation, word for word 150 tokens',
      'Kept free for the reply 200 tokens',
      'Not used 500 tokens',
    ]);
  });

  it('says when the window is assumed', async () => {
    await part(sent({ window_known: false }));
    expect(screen.getByText(/does not say how much.*are assumed/)).toBeTruthy();
  });

  it('says why each recalled memory came to mind, and shows it in the graph', async () => {
    const reasons = [{ part: 'emotion' as const, share: 1000 }];
    const windowState = new WindowState();
    const { client, state: talk } = await opened({
      get_prompt_record: () => sent({ recalled: [{ id: 'memory-4', text: 'You feared the dark.', reasons }] }),
      get_memory_node: ({ memory_id }) => detailOf(memory(4, { id: memory_id })),
    });
    const graph = new GraphState(client, talk);
    render(Within, { client, component: ContextPart, conversation: talk, graph, windowState });
    await settled();
    const row = screen.getByText('You feared the dark.').closest('li')!;
    expect(within(row).getByText('Because of a like feeling.')).toBeTruthy();
    await fireEvent.click(within(row).getByRole('button', { name: 'Show it in the graph' }));
    expect(windowState.notesPart).toBe('graph');
    expect(client.inputs('get_memory_node')).toEqual([{ conversation_id: 'talk', memory_id: 'memory-4' }]);
  });

  it('holds every part word for word, folded, and the memories that were sent', async () => {
    const hostile = '<img src=x onerror="alert(1)">\n{@html x}';
    await part(sent({ parts: [{ name: 'character', tokens: 9, text: hostile }] }));
    const fold = screen.getByText('Character').closest('details')!;
    expect(fold.open).toBe(false);
    expect(fold.querySelector('.text')?.textContent).toBe(hostile);
    expect(document.querySelector('img')).toBeNull();
    const facts = screen.getByRole('region', { name: 'Memories that were sent' });
    expect(facts.textContent).toContain('Clara lives in Oslo.');
    expect(facts.textContent).toContain('pinned');
  });

  it('says what was left out and why', async () => {
    await part(
      sent({
        left_out: [
          { what: 'recent', count: 12, why: 'summarised' },
          { what: 'facts', count: 1, why: 'limit' },
          { what: 'recent', count: 1, why: 'excluded' },
          { what: 'examples', count: 2, why: 'window' },
          { what: 'recent', count: 1, why: 'unreadable' },
          { what: 'persona', count: 1, why: 'window' },
          { what: 'recalled', count: 4, why: 'small_model' },
          { what: 'summary', count: 1, why: 'small_model' },
        ],
      }),
    );
    const list = screen.getByRole('region', { name: 'Left out' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '12 messages: the summary tells of it',
      '1 memory: more than is sent at once',
      '1 message: something in it was forgotten',
      '2 examples of speech: no room in the model’s window',
      '1 message: damaged, empty or not finished',
      'Persona: no room in the model’s window',
      '4 memories that came to mind: so small a model is told no more',
      'Summary: so small a model is told no more',
    ]);
  });

  it('is copied as a whole', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, languages: ['en'], clipboard: { writeText } });
    await part();
    await fireEvent.click(screen.getByRole('button', { name: 'Copy the whole text' }));
    expect(writeText).toHaveBeenCalledWith('Stay in character.\n\nClara lives in Oslo.\n\nWho was he?');
    vi.unstubAllGlobals();
  });

  it('teaches before anything was sent', async () => {
    await part(null);
    expect(screen.getByRole('heading', { name: 'Nothing was sent yet' })).toBeTruthy();
  });

  it('of a reply is read from its heading on, and leads back to the last request', async () => {
    const { client, inspection } = await part();
    inspection.inspect(message(2, 'A sailor.', { alternate: 1 }));
    flushSync();
    await settled();
    expect(document.activeElement?.textContent).toMatch(/^\s*Sent for the reply of/);
    expect(client.inputs('get_prompt_record').at(-1)).toMatchObject({ message_id: 'm2', alternate: 1 });
    expect(screen.getByRole('button', { name: 'Go to message 3' })).toBeTruthy();
    client.answers.get_prompt_record = () => null;
    inspection.inspect(message(2, 'A sailor.'));
    await settled();
    expect(screen.getByText(/is not kept any more$/)).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Show the last request' }));
    await settled();
    expect(document.activeElement?.textContent?.trim()).toBe('Sent with the last message');
  });
});

describe('the notes', () => {
  async function notes() {
    const { client, state: talk } = await opened({ get_prompt_record: () => null, list_personas: () => [] });
    const windowState = new WindowState();
    render(Within, { client, component: Notes, conversation: talk, windowState });
    await settled();
    return { client, windowState };
  }
  const tab = (name: string) => screen.getByRole('tab', { name });

  it('are five tabs, one stop of the Tab key, and the arrows go through them', async () => {
    const { windowState } = await notes();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent?.trim())).toEqual([
      'Memories',
      'Relationship',
      'Persona',
      'Graph',
      'Context',
    ]);
    expect(tabs.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    tabs[0]?.focus();
    await fireEvent.keyDown(tabs[0]!, { key: 'ArrowLeft' });
    expect(windowState.notesPart).toBe('context');
    expect(document.activeElement).toBe(tab('Context'));
    const panel = screen.getByRole('tabpanel', { name: 'Context' });
    expect(tab('Context').getAttribute('aria-controls')).toBe(panel.id);
    expect(new WindowState().notesPart).toBe('context');
  });

  it('teach while no conversation is open', async () => {
    const { client, state: talk } = await opened();
    client.answers.open_conversation = () => Promise.reject(new Error('gone'));
    await talk.open('nobody');
    render(Within, { client, component: Notes, conversation: talk });
    expect(screen.getByText('Open a conversation, and its notes stand here.')).toBeTruthy();
  });

  it('keep a persona that is half written while another tab is looked at', async () => {
    await notes();
    await fireEvent.click(tab('Persona'));
    await fireEvent.click(screen.getByRole('button', { name: /^New persona/ }));
    await fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ishmael' } });
    await fireEvent.click(tab('Memories'));
    expect(screen.queryByRole('tabpanel', { name: 'Persona' })).toBeNull();
    await fireEvent.click(tab('Persona'));
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ishmael');
  });
});
