import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, expect, it } from 'vitest';

import { letDialogsOpen } from '../../components/dialog.testing';

import { WindowState } from '../../state/window.svelte';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import ConversationMenu from './ConversationMenu.svelte';

const spoken = [message(0, 'Do come in.'), message(1, 'Who was he?'), message(2, 'A sailor.')];

beforeEach(letDialogsOpen);

async function menu(view = conversation(spoken)) {
  const { client, state: talk } = await opened(
    {
      new_conversation: () => ({ ...view, id: 'new' }),
      clear_conversation: () => conversation([spoken[0]!], { revision: 4 }),
      delete_conversation: () => ({}),
      list_conversations: () => [],
    },
    view,
  );
  const windowState = new WindowState();
  render(Within, { client, component: ConversationMenu, given: { view }, conversation: talk, windowState });
  const button = screen.getByRole('button');
  await fireEvent.click(button);
  flushSync();
  return { client, talk, button, windowState };
}

const item = (name: string) => screen.getByRole('menuitem', { name });
const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent?.trim());
const focused = () => document.activeElement?.textContent?.trim() ?? '';

async function answer(name: string): Promise<void> {
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  await fireEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent?.trim() === name)!);
  await settled();
}

it('goes through its acts by the arrows', async () => {
  await menu();
  expect(focused()).toBe('New conversation');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(focused()).toBe('New, with what this one left');
  await fireEvent.keyDown(document.activeElement!, { key: 'End' });
  expect(focused()).toBe('Trash');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(focused()).toBe('New conversation');
});

it('begins another conversation and gives the focus back', async () => {
  const { client, talk, button } = await menu();
  await fireEvent.click(item('New conversation'));
  await settled();
  expect(client.inputs('new_conversation')).toEqual([{ character_id: 'sherlock_holmes', carry_from: null }]);
  expect(talk.current?.id).toBe('new');
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('begins another conversation from the list of all, also from an empty one', async () => {
  const { client, talk } = await menu();
  await fireEvent.click(item('All conversations'));
  const begin = await screen.findByRole('button', { name: 'New conversation', hidden: true }, { timeout: 5000 });
  await fireEvent.click(begin);
  await settled();
  expect(client.inputs('new_conversation')).toEqual([{ character_id: 'sherlock_holmes', carry_from: null }]);
  expect(talk.current?.id).toBe('new');
});

it('begins another conversation with what this one left, where something was said', async () => {
  const { client, talk } = await menu();
  await fireEvent.click(item('New, with what this one left'));
  await settled();
  expect(client.inputs('new_conversation')).toEqual([{ character_id: 'sherlock_holmes', carry_from: 'talk' }]);
  expect(talk.current?.id).toBe('new');
});

it('closes by Esc and keeps that Esc from stopping a reply', async () => {
  const { button } = await menu();
  const passedOn = await fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  flushSync();
  expect(passedOn).toBe(false);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

it('clears only after a yes, and the focus starts on the harmless answer', async () => {
  const { client, talk } = await menu();
  await fireEvent.click(item('Clear'));
  flushSync();
  expect(focused()).toBe('Cancel');
  await answer('Cancel');
  expect(client.inputs('clear_conversation')).toHaveLength(0);
  await fireEvent.click(screen.getByRole('button'));
  await fireEvent.click(item('Clear'));
  await answer('Clear');
  expect(client.inputs('clear_conversation')[0]).toMatchObject({ expected_revision: 3 });
  expect(talk.messages.map(({ id }) => id)).toEqual(['m0']);
});

it('deletes only after a yes, and opens another conversation', async () => {
  const { client } = await menu();
  await fireEvent.click(item('Delete'));
  expect(client.inputs('delete_conversation')).toHaveLength(0);
  await answer('Delete');
  expect(client.inputs('delete_conversation')).toEqual([{ conversation_id: 'talk' }]);
  expect(client.inputs('open_conversation').at(-1)).toEqual({ character_id: 'sherlock_holmes' });
});

it('offers no clearing where nothing was said, and no change while a reply is being written', async () => {
  const { talk } = await menu(conversation([spoken[0]!]));
  expect(items()).not.toContain('Clear');
  expect(items()).not.toContain('New, with what this one left');
  expect(items()).toContain('Delete');
  talk.turn = 'writing';
  flushSync();
  expect(items()).not.toContain('Delete');
});

it('opens the trash', async () => {
  const { windowState } = await menu();
  await fireEvent.click(item('Trash'));
  expect(windowState.trashOpen).toBe(true);
});

it('stays open while a reply scrolls the page under it, and closes when its own button is scrolled away', async () => {
  const { button } = await menu();
  const page = document.body.appendChild(document.createElement('div'));
  await fireEvent.scroll(page);
  expect(items()).toContain('New conversation');
  await fireEvent.scroll(button.parentElement!);
  expect(screen.queryByRole('menuitem')).toBeNull();
  page.remove();
});
