import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it } from 'vitest';

import { letDialogsOpen } from '../../components/dialog.testing';
import { ApiError } from '../../api/client';
import type { TrashItem } from '../../api/generated/TrashItem';
import type { FakeClient } from '../../testing/fakeClient';
import { WindowState } from '../../state/window.svelte';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import { daysLeft } from './days';
import TrashSheet from './TrashSheet.svelte';

const DAY = 86_400_000;

beforeEach(letDialogsOpen);

function item(id: string, excerpt: string): TrashItem {
  return {
    id,
    kind: 'turn',
    conversation_id: 'talk',
    character_id: 'sherlock_holmes',
    excerpt,
    messages: 2,
    conversations: 0,
    removed_at: Date.now() - DAY,
    erased_at: Date.now() + 29 * DAY - 1,
  };
}

async function sheet(answers: FakeClient['answers'] = {}) {
  let items = [item('one', 'Who was he?'), item('two', '<b>Where?</b>')];
  const { client, state: talk } = await opened({
    list_trash: () => items,
    restore_from_trash: ({ id }) => {
      items = items.filter((kept) => kept.id !== id);
      return conversation([message(0, 'Do come in.')], { id: 'branch' });
    },
    erase_from_trash: ({ id }) => {
      items = id === undefined ? [] : items.filter((kept) => kept.id !== id);
      return {};
    },
    ...answers,
  });
  const windowState = new WindowState();
  windowState.trashOpen = true;
  render(Within, { client, component: TrashSheet, conversation: talk, windowState });
  await settled();
  return { client, talk, windowState };
}

const button = (name: string) => screen.getByRole('button', { name, hidden: true });
const rows = () => [...document.querySelectorAll('li .excerpt')].map(({ textContent }) => textContent);

async function press(name: string): Promise<void> {
  await fireEvent.click(button(name));
  await settled();
}

it('lists what was removed, as text, and for how long it stays', async () => {
  await sheet();
  expect(rows()).toEqual(['Who was he?', '<b>Where?</b>']);
  expect(screen.getAllByText(/erased in 29 days/)).toHaveLength(2);
});

it('brings one thing back and leads to it', async () => {
  const { client, windowState } = await sheet();
  await press('Bring back “Who was he?”');
  expect(client.inputs('restore_from_trash')).toEqual([{ id: 'one' }]);
  expect(rows()).toEqual(['<b>Where?</b>']);
  await press('Show it');
  expect(windowState.trashOpen).toBe(false);
  expect(client.inputs('open_conversation').at(-1)).toEqual({
    character_id: 'sherlock_holmes',
    conversation_id: 'branch',
  });
});

it('brings a character back and leads to it', async () => {
  const mara: TrashItem = {
    ...item('mara', 'Mara Voss'),
    kind: 'character',
    conversation_id: null,
    character_id: 'mara',
    messages: 0,
    conversations: 2,
  };
  let items = [mara];
  const { client } = await sheet({
    list_trash: () => items,
    restore_character: () => {
      items = [];
      return { character_id: 'mara', name: 'Mara Voss', conversations: 2 };
    },
    list_characters: () => [],
    list_categories: () => [],
  });
  expect(screen.getByText(/^Character · with 2 conversations · /)).toBeTruthy();
  await press('Bring back “Mara Voss”');
  expect(client.inputs('restore_character')).toEqual([{ id: 'mara' }]);
  await press('Show it');
  expect(client.inputs('open_conversation').at(-1)).toEqual({ character_id: 'mara' });
});

it('brings a character back and leads to it', async () => {
  const mara: TrashItem = {
    ...item('mara', 'Mara Voss'),
    kind: 'character',
    conversation_id: null,
    character_id: 'mara',
    messages: 0,
    conversations: 2,
  };
  let items = [mara];
  const { client } = await sheet({
    list_trash: () => items,
    restore_character: () => {
      items = [];
      return { character_id: 'mara', name: 'Mara Voss', conversations: 2 };
    },
    list_characters: () => [],
    list_categories: () => [],
  });
  expect(screen.getByText(/^Character · with 2 conversations · /)).toBeTruthy();
  await press('Bring back “Mara Voss”');
  expect(client.inputs('restore_character')).toEqual([{ id: 'mara' }]);
  await press('Show it');
  expect(client.inputs('open_conversation').at(-1)).toEqual({ character_id: 'mara' });
});

it('erases only after a yes', async () => {
  const { client } = await sheet();
  await press('Erase “Who was he?” for good');
  expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
  expect(client.inputs('erase_from_trash')).toHaveLength(0);
  await press('Erase for good');
  expect(client.inputs('erase_from_trash')).toEqual([{ id: 'one' }]);
  expect(rows()).toEqual(['<b>Where?</b>']);
});

it('is emptied only after a yes', async () => {
  const { client } = await sheet();
  await press('Empty the trash');
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  await fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!);
  await settled();
  expect(client.inputs('erase_from_trash')).toEqual([{}]);
  expect(screen.getByText('The trash is empty.')).toBeTruthy();
});

it('tells when something could not be brought back, and keeps it in the list', async () => {
  await sheet({ restore_from_trash: () => Promise.reject(new ApiError('storage_full', 'full')) });
  await press('Bring back “Who was he?”');
  expect(screen.getByText('The disk is full')).toBeTruthy();
  expect(rows()).toHaveLength(2);
});

it('counts the days that have begun', () => {
  expect([daysLeft(30 * DAY, 0), daysLeft(DAY + 1, 0), daysLeft(1, 0), daysLeft(0, 5)]).toEqual([30, 2, 1, 1]);
});
