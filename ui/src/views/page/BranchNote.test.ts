import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';

import type { ConversationSummary } from '../../api/generated/ConversationSummary';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import RunningHead from './RunningHead.svelte';
import Transcript from './Transcript.svelte';

const spoken = [message(0, 'Do come in.'), message(1, 'Who was he?')];
const origin: ConversationSummary = {
  id: 'origin',
  character_id: 'sherlock_holmes',
  title: 'Good evening',
  name: '',
  branched_from: null,
  message_count: 9,
  updated_at: 1,
};

async function head(all: ConversationSummary[]) {
  const branch = conversation(spoken, { branched_from: { conversation_id: 'origin', position: 1 } });
  const made = await opened({ list_conversations: () => all, save_draft: () => ({}) }, branch);
  render(Within, { client: made.client, component: RunningHead, conversation: made.state });
  await settled();
  return made;
}

it('a branch says in its head what it was branched off, and leads back there', async () => {
  const { client, state } = await head([origin]);
  const note = screen.getByRole('button', { name: 'Branch from message 2 of “Good evening”' });
  client.answers.open_conversation = () => conversation(spoken, { id: 'origin' });
  await fireEvent.click(note);
  await settled();
  expect(client.inputs('open_conversation').at(-1)).toMatchObject({ conversation_id: 'origin' });
  expect([state.current?.id, state.wanted]).toEqual(['origin', { position: 1 }]);
  expect(screen.queryByText(/ranch/)).toBeNull();
});

it('a branch whose origin is gone says so', async () => {
  await head([]);
  expect(screen.getByText('a branch; its origin is gone')).toBeTruthy();
});

it.each([
  [
    { conversation_id: 'origin', position: 1 },
    'The branch begins here; no reply was asked for yet.',
    'Ask for a reply',
  ],
  [{ conversation_id: 'origin', position: 0 }, 'No reply came to this.', 'Ask again'],
  [null, 'No reply came to this.', 'Ask again'],
])('a message without a reply says whether one was asked for (%#)', async (branched_from, words, button) => {
  const view = conversation(spoken, { branched_from });
  const { client, state } = await opened({}, view);
  render(Within, {
    client,
    component: Transcript,
    conversation: state,
    given: { view, onwrite: () => undefined },
  });
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole('button', { name: button })).toBeTruthy();
});
