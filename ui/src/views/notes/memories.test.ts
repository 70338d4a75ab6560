import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import { ApiError } from '../../api/client';
import type { MemoryView } from '../../api/generated/MemoryView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { MemoryState } from '../../state/memory.svelte';
import { WindowState } from '../../state/window.svelte';
import type { FakeClient } from '../../testing/fakeClient';
import { fact, remembered, written } from '../../testing/memories';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import MemoriesPart from './MemoriesPart.svelte';

beforeEach(letDialogsOpen);

const dear = written('dear', 'Never call her my dear lady.');
const oslo = fact('oslo', 'Clara lives in Oslo.');
const piano = fact('piano', 'She teaches the piano.', {
  sources: [
    { message_id: 'm3', position: 3 },
    { message_id: 'm1', position: 1 },
    { message_id: 'gone', position: null },
  ],
});
const usual = remembered({ pinned: [dear], automatic: [oslo, piano] });
const spoken = Array.from({ length: 5 }, (_, position) => message(position, `Words ${position}`));

async function part(view: MemoryView = usual, answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({ get_memory: () => view, ...answers }, conversation(spoken));
  const memory = new MemoryState(client, talk);
  const windowState = new WindowState();
  render(Within, { client, component: MemoriesPart, conversation: talk, memory, windowState });
  await settled();
  return { client, talk, memory, windowState };
}

const row = (text: string) => screen.getByText(text).closest('li')!;
const press = (inside: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(inside).getByRole('button', { name }));
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Something to remember');
const said = () => screen.getAllByRole('status')[0]?.textContent;
const inDialog = (name: string) => {
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  return fireEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent?.trim() === name)!);
};

describe('the memories', () => {
  it('teach when there are none', async () => {
    await part(remembered());
    expect(screen.getByRole('heading', { name: 'Nothing to remember yet' })).toBeTruthy();
    expect(screen.getByText(/^After some twenty messages/)).toBeTruthy();
    expect(field()).toBeTruthy();
  });

  it('say how they come about with a small model', async () => {
    await part(remembered({ method: 'rules' }));
    expect(screen.getByText(/kept word for word/)).toBeTruthy();
  });

  it('stand by kind, counted, with where they come from', async () => {
    await part();
    expect(screen.getByText('1 of 60')).toBeTruthy();
    expect(screen.getByText('2 of 40')).toBeTruthy();
    expect(within(row(dear.text)).getByText('written by you')).toBeTruthy();
    const places = within(row(piano.text)).getAllByRole('button', { name: /^Go to message/ });
    expect(places.map(({ textContent }) => textContent?.trim())).toEqual(['message 2', '4']);
  });

  it('lead to the turn they come from', async () => {
    const { talk, windowState } = await part();
    windowState.view = 'notes';
    await press(row(piano.text), 'Go to message 4');
    await settled();
    expect(talk.wanted).toEqual({ position: 3, pointed: true });
    expect(windowState.view).toBe('page');
  });

  it('that are too many to be sent stand below a line', async () => {
    const many = Array.from({ length: 42 }, (_, index) => fact(`f${index}`, `Fact ${index}`));
    await part(remembered({ automatic: many }));
    const line = screen.getByText(/^Those below are kept, but not sent/);
    expect(line.compareDocumentPosition(row('Fact 39')) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(line.compareDocumentPosition(row('Fact 40')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('that were replaced are folded away, with what took their place', async () => {
    const old = fact('old', 'Clara lives in London.', { superseded_by: 'oslo' });
    await part({ ...usual, history: [old] });
    const fold = screen.getByText('1 that a newer one replaced').closest('details')!;
    expect(fold.open).toBe(false);
    expect(fold.textContent).toContain('Now: Clara lives in Oslo.');
  });

  it('are never anything but text', async () => {
    const hostile = '<img src=x onerror="alert(1)"><b>bold</b>{@html x}';
    await part(
      remembered({
        automatic: [fact('x', hostile)],
        summary: { text: hostile, kind: 'written', end: 10, incomplete: false },
      }),
    );
    expect(document.querySelector('img, b')).toBeNull();
    expect(screen.getAllByText(hostile)).toHaveLength(2);
  });

  it('that cannot be read say why, and can be asked for again', async () => {
    const { client } = await part(usual, { get_memory: () => Promise.reject(new ApiError('storage_error', '')) });
    expect(screen.getByRole('alert').textContent).toContain('The database reported a fault');
    client.answers.get_memory = () => usual;
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByText(oslo.text)).toBeTruthy());
  });
});

it('is forgotten everywhere when it is known everywhere, and the question says so', async () => {
  await part(remembered({ pinned: [{ ...dear, scope: 'character' }] }));
  await press(row(dear.text), 'Forget');
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  expect(dialog.textContent).toContain('It is forgotten in every conversation with Sherlock Holmes.');
  expect(dialog.textContent).not.toContain('Branches');
});

describe('the summary', () => {
  it('calls the reader as the page does', async () => {
    const text = 'Guest: I live in Oslo.\nMaren: The Guest: who is it?\nGuest: I am.';
    await part(remembered({ summary: { text, kind: 'extractive', end: 4, incomplete: false } }));
    const shown = screen.getByText(/^You: I live in Oslo\./).textContent;
    expect(shown).toBe('You: I live in Oslo.\nMaren: The Guest: who is it?\nYou: I am.');
  });

  const summary = { text: 'She came at ten. '.repeat(40), kind: 'extractive', end: 44, incomplete: true } as const;

  it('says what it is and how far it tells, and unfolds', async () => {
    await part(remembered({ summary }));
    expect(screen.getByText('up to message 44')).toBeTruthy();
    expect(screen.getByText(/^Sentences of the conversation, word for word/)).toBeTruthy();
    expect(screen.getByText('A part of it is being written anew.')).toBeTruthy();
    const unfold = screen.getByRole('button', { name: 'Show all' });
    expect(unfold.getAttribute('aria-expanded')).toBe('false');
    await fireEvent.click(unfold);
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  });
});

describe('the work of memory', () => {
  it('is told quietly while it goes on', async () => {
    await part({ ...usual, work: { state: 'working' } });
    expect(screen.getByText('Notes are being taken.').closest('[role=status]')).toBeTruthy();
  });

  it('that failed says why and what comes of it', async () => {
    await part({ ...usual, work: { state: 'failed', error: { code: 'model_silent', message: '' } } });
    expect(screen.getByText(/tried again after the next reply.*The model fell silent/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('remembering', () => {
  it('takes a line, here or everywhere, and empties the field', async () => {
    const { client, memory } = await part(usual, {
      remember_fact: ({ text }) => remembered({ memory_revision: 2, pinned: [written('new', text)] }),
    });
    await fireEvent.input(field(), { target: { value: 'She is proud.' } });
    await fireEvent.change(screen.getByLabelText('Where it is remembered'), { target: { value: 'character' } });
    await fireEvent.submit(field().form!);
    await settled();
    expect(client.inputs('remember_fact')[0]).toMatchObject({ text: 'She is proud.', scope: 'character' });
    expect(memory.draft).toBe('');
    expect(said()).toBe('It is remembered.');
  });

  it('keeps what was typed when it was refused, and says so beside it', async () => {
    await part(usual, { remember_fact: () => Promise.reject(new ApiError('memory_conflict', '')) });
    await fireEvent.input(field(), { target: { value: 'She is proud.' } });
    await fireEvent.submit(field().form!);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('What is remembered has changed meanwhile');
    expect(alert.textContent).toContain('What you typed is still there.');
    expect(field().value).toBe('She is proud.');
  });

  it('takes nothing blank and nothing too long', async () => {
    const { client } = await part();
    await fireEvent.submit(field().form!);
    await fireEvent.input(field(), { target: { value: '𝒜'.repeat(501) } });
    expect(screen.getByText(/^1 character too long/)).toBeTruthy();
    await fireEvent.submit(field().form!);
    expect(client.inputs('remember_fact')).toEqual([]);
  });
});

describe('a memory', () => {
  it('is pinned and unpinned', async () => {
    const { client } = await part(usual, {
      pin_fact: () =>
        remembered({ memory_revision: 2, pinned: [{ ...oslo, kind: 'pinned' }, dear], automatic: [piano] }),
    });
    await press(row(oslo.text), 'Pin');
    await settled();
    expect(client.inputs('pin_fact')[0]).toMatchObject({ fact_id: 'oslo', pinned: true });
    expect(said()).toBe('It is pinned.');
    await press(row(oslo.text), 'Unpin');
    expect(client.inputs('pin_fact')[1]).toMatchObject({ fact_id: 'oslo', pinned: false });
  });

  it('is changed in its own place', async () => {
    const { client } = await part(usual, {
      update_fact: ({ text }) =>
        remembered({ memory_revision: 2, pinned: [written('bergen', text)], automatic: [piano] }),
    });
    await press(row(oslo.text), 'Edit');
    const box = screen.getByLabelText<HTMLTextAreaElement>('Words of this memory');
    expect(document.activeElement).toBe(box);
    expect(screen.getByText(/^The former words are forgotten/)).toBeTruthy();
    await fireEvent.input(box, { target: { value: 'Clara lives in Bergen.' } });
    await fireEvent.keyDown(box, { key: 'Enter' });
    await settled();
    expect(client.inputs('update_fact')[0]).toMatchObject({ fact_id: 'oslo', text: 'Clara lives in Bergen.' });
    expect(document.activeElement).toBe(row('Clara lives in Bergen.'));
    expect(said()).toBe('The memory was changed.');
  });

  it('that is being changed keeps new words from one hasty Esc', async () => {
    await part();
    await press(row(oslo.text), 'Edit');
    const box = screen.getByLabelText<HTMLTextAreaElement>('Words of this memory');
    await fireEvent.input(box, { target: { value: 'Bergen.' } });
    await fireEvent.keyDown(box, { key: 'Escape' });
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    await fireEvent.click(document.activeElement!);
    await settled();
    expect(screen.queryByLabelText('Words of this memory')).toBeNull();
    expect(document.activeElement).toBe(row(oslo.text));
  });

  it('is forgotten only after a question that says what that means', async () => {
    const { client } = await part(usual, {
      forget_fact: () => remembered({ memory_revision: 2, pinned: [dear], automatic: [piano] }),
    });
    await press(row(oslo.text), 'Forget');
    const dialog = screen.getByRole('alertdialog', { hidden: true });
    expect(document.activeElement?.textContent?.trim()).toBe('Keep it');
    const words = document.getElementById(dialog.getAttribute('aria-describedby')!)?.textContent;
    expect(words).toContain(oslo.text);
    expect(words).toContain('no longer sent');
    expect(words).toContain('The page stays as it is.');
    expect(words).toContain('in other words may remain');
    expect(words).toContain('Backups');
    expect(words).toContain('forgotten in this conversation and in those that began with what it left');
    expect(words).toContain(
      'Branches of it keep theirs, and so does the conversation that this one may have begun from.',
    );
    expect(client.inputs('forget_fact')).toEqual([]);
    await inDialog('Forget');
    await settled();
    expect(client.inputs('forget_fact')[0]).toMatchObject({
      fact_id: 'oslo',
      memory_revision: 1,
      with_replaced: false,
    });
    expect(document.activeElement).toBe(row(piano.text));
    expect(said()).toBe('It is forgotten.');
  });

  it('says what counts again, or goes with it, when it had replaced something', async () => {
    const bergen = fact('bergen', 'I moved to Bergen.');
    const past = [
      fact('oslo', 'I live in Oslo.', { superseded_by: 'bergen' }),
      fact('rome', 'I live in Rome.', { superseded_by: 'oslo' }),
    ];
    const { client } = await part(remembered({ automatic: [bergen], history: past }), {
      forget_fact: () => remembered({ memory_revision: 2 }),
    });
    await press(row(bergen.text), 'Forget');
    const dialog = screen.getByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('It had replaced “I live in Oslo.”: that counts again.');
    await fireEvent.click(within(dialog).getByRole('switch', { hidden: true }));
    expect(dialog.textContent).toContain('goes with it: “I live in Oslo.”, “I live in Rome.”.');
    await inDialog('Forget');
    await settled();
    expect(client.inputs('forget_fact')[0]).toMatchObject({ fact_id: 'bergen', with_replaced: true });
  });

  it('is given to the character', async () => {
    const { client } = await part(usual, {
      give_fact_to_character: () =>
        remembered({ memory_revision: 2, pinned: [{ ...oslo, kind: 'pinned', scope: 'character' }] }),
    });
    await press(row(oslo.text), 'More for this memory');
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Remember everywhere with Sherlock Holmes' }));
    await settled();
    expect(client.inputs('give_fact_to_character')[0]).toMatchObject({ fact_id: 'oslo' });
    expect(within(row(oslo.text)).getByText('everywhere')).toBeTruthy();
  });

  it('is merged with another one that the reader chooses', async () => {
    const { client } = await part(usual, {
      merge_facts: ({ text }) => remembered({ memory_revision: 2, pinned: [written('both', text), dear] }),
    });
    await press(row(oslo.text), 'More for this memory');
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Merge with another' }));
    await settled();
    expect(document.activeElement?.textContent).toBe('With which one should it be merged?');
    expect(screen.getAllByRole('button', { name: /^Merge with this/ })).toHaveLength(2);
    await press(row(piano.text), /^Merge with this/);
    await settled();
    const box = screen.getByLabelText<HTMLTextAreaElement>('Words of this memory');
    expect(box.value).toBe('Clara lives in Oslo. She teaches the piano.');
    await fireEvent.input(box, { target: { value: 'Clara teaches the piano in Oslo.' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Merge' }));
    await settled();
    expect(client.inputs('merge_facts')[0]).toMatchObject({
      fact_ids: ['oslo', 'piano'],
      text: 'Clara teaches the piano in Oslo.',
    });
    expect(said()).toBe('The two memories are one now.');
  });

  it('is not merged after Esc', async () => {
    await part();
    await press(row(oslo.text), 'More for this memory');
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Merge with another' }));
    await settled();
    await fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await settled();
    expect(screen.queryByRole('button', { name: /^Merge with this/ })).toBeNull();
    expect(document.activeElement).toBe(row(oslo.text));
  });

  it('tells beside itself what was refused', async () => {
    await part(usual, { pin_fact: () => Promise.reject(new ApiError('too_many_facts', '')) });
    await press(row(oslo.text), 'Pin');
    await waitFor(() => expect(within(row(oslo.text)).getByRole('alert').textContent).toContain('no room'));
  });
});

it('tells how many messages are kept from the model', async () => {
  await part({
    ...usual,
    excluded: [
      { message_id: 'm1', position: 1 },
      { message_id: 'x', position: null },
    ],
  });
  expect(screen.getByText('1 message is kept from the model')).toBeTruthy();
});
