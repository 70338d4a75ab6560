import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import { ConversationState } from '../../state/conversation.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import Within from '../../testing/Within.svelte';
import ConversationMenu from './ConversationMenu.svelte';

const view = conversation([message(0, 'Do come in.')]);
const summary = (id: string, title: string) => ({
  id,
  character_id: 'sherlock_holmes',
  title,
  message_count: 3,
  name: '',
  branched_from: null,
  updated_at: Date.UTC(2026, 10, 29),
});

async function opened() {
  const client = new FakeClient({
    open_conversation: () => view,
    new_conversation: () => ({ ...view, id: 'new' }),
    list_conversations: () => [summary('talk', 'This one'), summary('old', 'The lodger'), summary('older', '')],
  });
  const talk = new ConversationState(client);
  await talk.open('sherlock_holmes');
  render(Within, { client, component: ConversationMenu, given: { view }, conversation: talk });
  const button = screen.getByRole('button');
  await fireEvent.click(button);
  await Promise.resolve();
  flushSync();
  return { client, talk, button };
}

const focused = () => document.activeElement?.textContent?.trim() ?? '';

it('lists the other conversations and goes through them by the arrows', async () => {
  await opened();
  expect(screen.getAllByRole('menuitem')).toHaveLength(6);
  expect(focused()).toBe('New conversation');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(focused()).toBe('Save to a file');
  await fireEvent.keyDown(document.activeElement!, { key: 'End' });
  expect(focused()).toContain('A new conversation');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(focused()).toBe('New conversation');
});

it('opens the chosen one and gives the focus back', async () => {
  const { client, button } = await opened();
  await fireEvent.click(screen.getByRole('menuitem', { name: /The lodger/ }));
  expect(client.inputs('open_conversation').at(-1)).toEqual({
    character_id: 'sherlock_holmes',
    conversation_id: 'old',
  });
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('closes by Esc and keeps that Esc from stopping a reply', async () => {
  const { button } = await opened();
  const passedOn = await fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  flushSync();
  expect(passedOn).toBe(false);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});
