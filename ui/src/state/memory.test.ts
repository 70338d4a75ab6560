import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';

import { ApiError, UNREACHABLE } from '../api/client';
import type { MemoryView } from '../api/generated/MemoryView';
import { deferred, type FakeClient } from '../testing/fakeClient';
import { axis, fact, remembered, written } from '../testing/memories';
import { conversation } from '../testing/messages';
import { greeting, opened, settled } from '../testing/turns';
import { MemoryState, REMEMBERING } from './memory.svelte';

const oslo = fact('oslo', 'Clara lives in Oslo.');
const piano = fact('piano', 'She teaches the piano.');
const first = remembered({ automatic: [oslo, piano] });
const refuse = (code: string) => () => Promise.reject(new ApiError(code, ''));

async function memories(answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({ get_memory: () => first, ...answers });
  const memory = new MemoryState(client, talk);
  const end = memory.watch();
  await settled();
  return { client, talk, memory, end };
}

describe('memory', () => {
  it('is read for the open conversation, and once more with every event that may have changed it', async () => {
    const { client, memory, end } = await memories();
    expect(client.inputs('get_memory')).toEqual([{ conversation_id: 'talk' }]);
    expect(memory.facts.map(({ id }) => id)).toEqual(['oslo', 'piano']);
    memory.handle({ type: 'memory_changed', conversation_id: 'talk', memory_revision: 1 });
    memory.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 2 });
    memory.handle({ type: 'resync' });
    expect(client.inputs('get_memory')).toHaveLength(4);
    memory.handle({ type: 'memory_changed', conversation_id: 'other', memory_revision: 1 });
    memory.handle({ type: 'settings_changed' });
    expect(client.inputs('get_memory')).toHaveLength(4);
    end();
    memory.handle({ type: 'resync' });
    expect(client.inputs('get_memory')).toHaveLength(4);
  });

  it('takes in a finished extraction, which raises no revision', async () => {
    const { client, memory } = await memories();
    client.answers.get_memory = () => remembered({ automatic: [oslo, piano, fact('new', 'A third.')] });
    memory.handle({ type: 'memory_changed', conversation_id: 'talk', memory_revision: 1 });
    await settled();
    expect(memory.facts).toHaveLength(3);
  });

  it('of one conversation is never shown in another', async () => {
    const { client, talk, memory } = await memories();
    client.answers.open_conversation = () => conversation([greeting], { id: 'second' });
    const late = deferred<MemoryView>();
    client.answers.get_memory = () => late.promise;
    void memory.load();
    await talk.open('sherlock_holmes', 'second');
    expect(memory.view).toBeNull();
    late.resolve(first);
    await settled();
    expect(memory.view).toBeNull();
  });

  it('that could not be read stays as it was, and says why', async () => {
    const { client, memory } = await memories();
    client.answers.get_memory = refuse('storage_error');
    await memory.load();
    expect(memory.error?.code).toBe('storage_error');
    expect(memory.facts).toHaveLength(2);
  });

  it('does not go back to a reading that a change has overtaken', async () => {
    const { client, memory } = await memories({ pin_fact: () => remembered({ memory_revision: 2, pinned: [oslo] }) });
    const slow = deferred<MemoryView>();
    client.answers.get_memory = () => slow.promise;
    const loading = memory.load();
    await memory.pin('oslo', true);
    slow.resolve(first);
    await loading;
    expect(memory.view?.memory_revision).toBe(2);
  });
});

describe('a change', () => {
  it('names the revision it was made from and an operation of its own', async () => {
    const { client, memory } = await memories({
      forget_fact: () => remembered({ memory_revision: 2, automatic: [piano] }),
      change_relationship_axis: () => remembered({ memory_revision: 3 }),
      reset_relationship_axis: () => remembered({ memory_revision: 4 }),
      give_fact_to_character: () => remembered({ memory_revision: 5 }),
    });
    await memory.forget('oslo', false);
    await memory.enable('romance', true);
    await memory.lock('trust', true);
    await memory.reset('trust');
    await memory.giveToCharacter('piano');
    expect(client.inputs('forget_fact')[0]).toMatchObject({
      conversation_id: 'talk',
      memory_revision: 1,
      fact_id: 'oslo',
    });
    expect(client.inputs('change_relationship_axis')).toMatchObject([
      { axis: 'romance', enabled: true, locked: null, memory_revision: 2 },
      { axis: 'trust', enabled: null, locked: true, memory_revision: 3 },
    ]);
    expect(client.inputs('reset_relationship_axis')[0]).toMatchObject({ axis: 'trust', memory_revision: 3 });
    expect(client.inputs('give_fact_to_character')[0]).toMatchObject({ fact_id: 'piano', memory_revision: 4 });
    const ids = client.calls.map(({ input }) => (input as { operation_id?: string }).operation_id).filter(Boolean);
    expect(new Set(ids).size).toBe(5);
  });

  it('that came too late is told as such, and memory is read again', async () => {
    const { client, memory } = await memories({ remember_fact: refuse('memory_conflict') });
    client.answers.get_memory = () => remembered({ memory_revision: 7, automatic: [oslo] });
    memory.draft = 'Never call her my dear lady.';
    expect(await memory.remember(memory.draft, 'conversation')).toBe(false);
    expect(memory.trouble).toMatchObject({ at: REMEMBERING, error: { code: 'memory_conflict' } });
    expect(memory.view?.memory_revision).toBe(7);
    expect(memory.draft).toBe('Never call her my dear lady.');
  });

  it('whose answer was lost goes out under the same name when it is asked for again', async () => {
    const { client, memory } = await memories({ remember_fact: refuse(UNREACHABLE) });
    await memory.remember('A secret.', 'character');
    expect(memory.trouble?.error.code).toBe(UNREACHABLE);
    client.answers.remember_fact = () => remembered({ memory_revision: 2, pinned: [written('s', 'A secret.')] });
    client.answers.get_memory = () => remembered({ memory_revision: 2 });
    await memory.load();
    expect(await memory.remember('A secret.', 'character')).toBe(true);
    const [lost, again] = client.inputs('remember_fact');
    expect(again).toEqual(lost);
    expect(memory.trouble).toBeNull();
    await memory.remember('A secret.', 'character');
    expect(client.inputs('remember_fact')[2]?.operation_id).not.toBe(lost?.operation_id);
  });

  it('waits for the one before it, and is made from what that one left', async () => {
    const slow = deferred<MemoryView>();
    const { client, memory } = await memories({ pin_fact: () => slow.promise });
    const pinning = [memory.pin('oslo', true), memory.pin('piano', true)];
    await settled();
    expect(client.inputs('pin_fact')).toHaveLength(1);
    client.answers.pin_fact = () => remembered({ memory_revision: 3, pinned: [oslo, piano] });
    slow.resolve(remembered({ memory_revision: 2, pinned: [oslo], automatic: [piano] }));
    expect(await Promise.all(pinning)).toEqual([true, true]);
    expect(client.inputs('pin_fact')).toMatchObject([
      { fact_id: 'oslo', memory_revision: 1 },
      { fact_id: 'piano', memory_revision: 2 },
    ]);
  });

  it('that waited is dropped when another conversation is open by then', async () => {
    const slow = deferred<MemoryView>();
    const { client, talk, memory } = await memories({ pin_fact: () => slow.promise });
    const pinning = [memory.pin('oslo', true), memory.pin('piano', true)];
    await settled();
    client.answers.open_conversation = () => conversation([greeting], { id: 'second' });
    await talk.open('sherlock_holmes', 'second');
    slow.resolve(remembered({ memory_revision: 2 }));
    expect(await Promise.all(pinning)).toEqual([true, false]);
    expect(client.inputs('pin_fact')).toHaveLength(1);
  });
});

describe('what is typed', () => {
  it('stays for each conversation, until it is remembered', async () => {
    const { client, talk, memory } = await memories({
      remember_fact: ({ text }) => remembered({ memory_revision: 2, pinned: [written('new', text)] }),
    });
    memory.draft = ' She is proud. ';
    client.answers.open_conversation = () => conversation([greeting], { id: 'second' });
    await talk.open('sherlock_holmes', 'second');
    expect(memory.draft).toBe('');
    client.answers.open_conversation = () => conversation([greeting]);
    await talk.open('sherlock_holmes', 'talk');
    expect(new MemoryState(client, talk).draft).toBe(' She is proud. ');
    expect(await memory.remember(memory.draft, 'conversation')).toBe(true);
    expect(client.inputs('remember_fact')[0]).toMatchObject({ text: 'She is proud.', scope: 'conversation' });
    expect(memory.draft).toBe('');
  });

  it('for a fact becomes an update, or a merge of two', async () => {
    const { client, memory } = await memories({
      update_fact: () => remembered({ memory_revision: 2, automatic: [piano, oslo] }),
      merge_facts: () => remembered({ memory_revision: 3, pinned: [written('both', 'Both.')] }),
    });
    memory.edit(oslo);
    expect([memory.takeFocus(), memory.takeFocus()]).toEqual([true, false]);
    memory.write('Clara lives in Bergen. ');
    expect(await memory.saveEdit()).toBe(true);
    expect(client.inputs('update_fact')[0]).toMatchObject({ fact_id: 'oslo', text: 'Clara lives in Bergen.' });
    expect(memory.editing).toBeNull();
    memory.editTogether(oslo, piano);
    expect(memory.editing?.text).toBe('Clara lives in Oslo. She teaches the piano.');
    await memory.saveEdit();
    expect(client.inputs('merge_facts')[0]).toMatchObject({ fact_ids: ['oslo', 'piano'], memory_revision: 2 });
  });

  it('for a fact stays open when it could not be saved', async () => {
    const { memory } = await memories({ update_fact: refuse('storage_full') });
    memory.edit(oslo);
    memory.write('Bergen.');
    expect(await memory.saveEdit()).toBe(false);
    expect(memory.editing?.text).toBe('Bergen.');
    expect(memory.trouble).toMatchObject({ at: 'oslo', error: { code: 'storage_full' } });
  });

  it('for a fact that was taken back meanwhile goes to the field for something new', async () => {
    const { client, memory } = await memories();
    memory.draft = 'Something else.';
    memory.edit(oslo);
    memory.write('Clara lives in Bergen.');
    client.answers.get_memory = () => remembered({ memory_revision: 2, automatic: [piano] });
    await memory.load();
    expect(memory.editing).toBeNull();
    expect(memory.draft).toBe('Something else.\nClara lives in Bergen.');
  });
});

it('shows an axis that was changed', async () => {
  const { memory } = await memories({
    change_relationship_axis: () => remembered({ memory_revision: 2, relationship: [axis('trust', { locked: true })] }),
  });
  await memory.lock('trust', true);
  flushSync();
  expect(memory.view?.relationship[0]?.locked).toBe(true);
});
