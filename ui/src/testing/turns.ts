// For tests: the parts of one turn, and a conversation in which it can happen.
import type { Event } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { TurnStarted } from '../api/generated/TurnStarted';
import { ConversationState } from '../state/conversation.svelte';
import { FakeClient } from './fakeClient';
import { conversation, message } from './messages';

export const greeting = message(0, 'Do come in.');
export const asked = message(1, 'Who was he?');
export const started: TurnStarted = { user: asked, reply_id: 'm2', revision: 2 };
export const awaitedReply = message(2, '', { state: 'streaming' });
export const reply = message(2, 'A sailor.');

export const turnStarted: Event = {
  type: 'turn_started',
  conversation_id: 'talk',
  user: asked,
  reply: awaitedReply,
  revision: 2,
};
export const committed: Event = { type: 'turn_committed', conversation_id: 'talk', message: reply, revision: 3 };

/** A piece of the reply that stands at the place `from`. */
export function delta(text: string, from = 0, kind: 'speech' | 'action' = 'speech'): Event {
  return { type: 'turn_delta', conversation_id: 'talk', message_id: 'm2', from, spans: [{ kind, text }] };
}

export function failed(change: Partial<Extract<Event, { type: 'turn_failed' }>> = {}): Event {
  return {
    type: 'turn_failed',
    conversation_id: 'talk',
    message_id: 'm2',
    user_message_id: 'm1',
    user_text: 'Who was he?',
    restored: null,
    error: { code: 'model_unreachable', message: 'gone' },
    revision: 3,
    ...change,
  };
}

export async function opened(answers: FakeClient['answers'] = {}, view: ConversationView = conversation([greeting])) {
  const client = new FakeClient({ open_conversation: () => view, ...answers });
  const state = new ConversationState(client);
  await state.open('sherlock_holmes');
  return { client, state };
}

export const texts = (state: ConversationState) =>
  state.messages.map(({ spans }) => spans.map(({ text }) => text).join('|'));
export const settled = () => new Promise((resolve) => setTimeout(resolve));
