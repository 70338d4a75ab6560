import { render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import { ConversationState } from '../../state/conversation.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import Within from '../../testing/Within.svelte';
import LiveText from './LiveText.svelte';

async function live() {
  const client = new FakeClient({ open_conversation: () => conversation([message(0, 'Do come in.')]) });
  const talk = new ConversationState(client);
  await talk.open('sherlock_holmes');
  const { container } = render(Within, { client, component: LiveText, conversation: talk });
  const heard = () => {
    flushSync();
    return [...container.querySelectorAll('[aria-live=polite] p')].map((p) => p.textContent);
  };
  return { client, talk, heard };
}

it('reads out whole sentences as they are finished, and the rest at the end', async () => {
  const { talk, heard } = await live();
  expect(heard(), 'what was there before is not read out').toEqual([]);
  const reply = message(2, '', { state: 'streaming' });
  const of = { conversation_id: 'talk', message_id: 'm2' };
  talk.handle({ type: 'turn_started', conversation_id: 'talk', user: message(1, 'Who?'), reply, revision: 2 });
  heard();
  talk.handle({ type: 'turn_delta', ...of, from: 0, spans: [{ kind: 'speech', text: 'A sailor. He' }] });
  expect(heard()).toEqual(['A sailor.']);
  talk.handle({ type: 'turn_delta', ...of, from: 12, spans: [{ kind: 'speech', text: ' walked' }] });
  expect(heard()).toEqual(['A sailor.']);
  talk.handle({
    type: 'turn_committed',
    conversation_id: 'talk',
    message: message(2, 'A sailor. He walked here.'),
    revision: 3,
  });
  expect(heard()).toEqual(['A sailor.', 'He walked here.']);
});

it('keeps nothing of the conversation before', async () => {
  const { client, talk, heard } = await live();
  const say = (conversation_id: string, id: string, text: string) => {
    const reply = message(2, '', { id, state: 'streaming' });
    talk.handle({ type: 'turn_started', conversation_id, user: message(1, 'Who?'), reply, revision: 2 });
    heard();
    talk.handle({ type: 'turn_delta', conversation_id, message_id: id, from: 0, spans: [{ kind: 'speech', text }] });
  };
  say('talk', 'm2', 'A sailor. He');
  expect(heard()).toEqual(['A sailor.']);
  client.answers.open_conversation = () => conversation([message(0, 'Ahoy.')], { id: 'other' });
  await talk.open('captain_nemo');
  expect(heard(), 'neither what was read out nor the rest of it').toEqual([]);
  say('other', 'm3', 'Dive. We');
  expect(heard()).toEqual(['Dive.']);
});

it('does not read again what stood there before a reply was continued', async () => {
  const { talk, heard } = await live();
  const cut = message(0, 'Do come in. Mind the', { state: 'streaming' });
  talk.handle({ type: 'turn_started', conversation_id: 'talk', user: null, reply: cut, revision: 2 });
  heard();
  const of = { conversation_id: 'talk', message_id: 'm0' };
  talk.handle({ type: 'turn_delta', ...of, from: 20, spans: [{ kind: 'speech', text: ' stair. It' }] });
  expect(heard()).toEqual(['stair.']);
});
