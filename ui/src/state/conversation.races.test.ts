import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import { deferred, FakeClient } from '../testing/fakeClient';
import { conversation, message } from '../testing/messages';
import {
  greeting,
  asked,
  started,
  awaitedReply,
  reply,
  turnStarted,
  committed,
  delta,
  opened,
  texts,
  settled,
} from '../testing/turns';
import { ConversationState } from './conversation.svelte';

describe('reading again', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('amid a reply reads on until it is over and doubles nothing', async () => {
    let view = conversation([greeting]);
    let last = message(2, 'A sai', { state: 'streaming' });
    const { state } = await opened({
      open_conversation: () => view,
      send_message: () => started,
      list_messages: () => ({ messages: [last], total: 3 }),
    });
    await state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(delta('A sai'));
    view = conversation([greeting, asked, message(2, 'A s', { state: 'streaming' })], { revision: 2 });
    state.handle({ type: 'resync' });
    await vi.advanceTimersByTimeAsync(0);
    expect(texts(state)[2], 'what was shown stays').toBe('A sai');
    state.handle(delta('lor'));
    expect(texts(state)[2], 'nothing says where this goes on').toBe('A sai');
    last = message(2, 'A sailor o', { state: 'streaming' });
    await vi.advanceTimersByTimeAsync(300);
    expect(texts(state)[2]).toBe('A sailor o');
    state.handle(committed);
    expect([texts(state)[2], state.turn]).toEqual(['A sailor.', 'idle']);
    await vi.advanceTimersByTimeAsync(3000);
    expect(texts(state)[2]).toBe('A sailor.');
  });

  it('finds the end of a reply whose last event was lost', async () => {
    let view = conversation([greeting, asked, message(2, 'A', { state: 'streaming' })], { revision: 2 });
    const { state } = await opened({
      open_conversation: () => view,
      list_messages: () => ({ messages: [reply], total: 3 }),
    });
    expect(state.turn).toBe('writing');
    await state.open('sherlock_holmes');
    view = conversation([greeting, asked, reply], { revision: 3 });
    await vi.advanceTimersByTimeAsync(400);
    expect([texts(state)[2], state.turn, state.current?.revision]).toEqual(['A sailor.', 'idle', 3]);
  });
});

describe('races', () => {
  it('drops an answer that events have overtaken', async () => {
    const old = conversation([greeting, asked, awaitedReply], { revision: 2 });
    const answers = [Promise.resolve(conversation([greeting])), deferred<ConversationView>()] as const;
    let reads = 0;
    const { state } = await opened({
      send_message: () => started,
      open_conversation: () => {
        reads++;
        if (reads === 1) return answers[0];
        return reads === 2 ? answers[1].promise : conversation([greeting, asked, reply]);
      },
    });
    await state.send('Who was he?');
    state.handle(turnStarted);
    state.handle({ type: 'resync' });
    state.handle(committed);
    answers[1].resolve(old);
    await settled();
    await settled();
    expect(state.messages.at(-1)?.state).toBe('complete');
    expect([state.turn, reads]).toEqual(['idle', 3]);
  });

  it('shows the character that was asked for last', async () => {
    const slow = deferred<ConversationView>();
    const nemo = conversation([message(0, 'Aboard.')], { id: 'dive', character_id: 'captain_nemo' });
    const client = new FakeClient({
      open_conversation: ({ character_id }) => (character_id === 'captain_nemo' ? nemo : slow.promise),
    });
    const state = new ConversationState(client);
    const first = state.open('sherlock_holmes');
    await state.open('captain_nemo');
    slow.resolve(conversation([greeting]));
    await first;
    expect(state.current?.id).toBe('dive');
    expect(state.opening).toBe(false);
  });

  it('leaves the old conversation when the wanted one cannot be opened, and opens it on a second try', async () => {
    let broken = true;
    const { state } = await opened({
      open_conversation: ({ character_id }) => {
        if (character_id === 'captain_nemo' && broken) throw new ApiError('broken_character', 'line 3');
        return conversation([greeting], { character_id, id: `talk-${character_id}` });
      },
    });
    state.draft = 'Wait.';
    await state.open('captain_nemo');
    expect([state.current, state.openError?.code, state.draft]).toEqual([null, 'broken_character', '']);
    broken = false;
    await state.openAgain();
    expect([state.current?.character_id, state.openError, state.draft]).toEqual(['captain_nemo', null, '']);
    await state.open('sherlock_holmes');
    expect(state.draft).toBe('Wait.');
  });

  it('reads again when events show that a message was missed', async () => {
    let view = conversation([greeting]);
    const { state } = await opened({ open_conversation: () => view });
    view = conversation([greeting, asked, reply]);
    state.handle({ ...committed });
    await settled();
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?', 'A sailor.']);
  });
});

describe('earlier messages', () => {
  it('are put before the loaded ones without a gap', async () => {
    const page = [50, 51, 52].map((position) => message(position, `n${position}`));
    const { state, client } = await opened(
      {
        list_messages: ({ before = 0, limit }) => {
          const messages = Array.from({ length: Math.min(limit, before) }, (_, index) => {
            const position = before - Math.min(limit, before) + index;
            return message(position, `n${position}`);
          });
          return { messages, total: 53 };
        },
      },
      conversation(page),
    );
    await state.loadEarlier();
    expect(client.inputs('list_messages')[0]).toMatchObject({ before: 50, limit: 50 });
    expect(state.messages.map(({ position }) => position)).toEqual(Array.from({ length: 53 }, (_, index) => index));
    await state.loadEarlier();
    expect(client.inputs('list_messages')).toHaveLength(1);
  });
});

it('tells that a reply could not be translated, and keeps it as it was written', async () => {
  const { state } = await opened();
  state.handle(turnStarted);
  state.handle(committed);
  const error = { code: 'not_translated', message: 'no answer' };
  state.handle({ type: 'turn_not_translated', conversation_id: 'talk', message_id: 'm2', error });
  expect([state.trouble, texts(state).at(-1), state.turn]).toEqual([error, 'A sailor.', 'idle']);
});
