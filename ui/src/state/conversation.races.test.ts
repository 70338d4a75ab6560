import { describe, expect, it } from 'vitest';

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

describe('a reply that is opened in the middle', () => {
  const streaming = (text: string) =>
    conversation([greeting, asked, message(2, text, { state: 'streaming' })], { revision: 2 });

  it('goes on from what was read', async () => {
    const { state } = await opened({}, streaming('A sai'));
    expect([texts(state)[2], state.turn]).toEqual(['A sai', 'writing']);
    state.handle(delta('lor.', 5));
    expect(texts(state)[2]).toBe('A sailor.');
  });

  it('repeats nothing that was read already, also in the middle of a piece', async () => {
    const { state } = await opened({}, streaming('A sai'));
    state.handle(delta('A s', 0));
    expect(texts(state)[2]).toBe('A sai');
    state.handle(delta('ailor', 3));
    expect(texts(state)[2]).toBe('A sailor');
    state.handle(delta('(He sits.)', 8, 'action'));
    expect(texts(state)[2]).toBe('A sailor|(He sits.)');
  });

  it('takes what was heard while it was being read', async () => {
    const answer = deferred<ConversationView>();
    const client = new FakeClient({ open_conversation: () => answer.promise });
    const state = new ConversationState(client);
    const opening = state.open('sherlock_holmes');
    state.handle(turnStarted);
    for (const [text, from] of [
      ['A s', 0],
      ['ail', 3],
      ['or.', 6],
    ] as const)
      state.handle(delta(text, from));
    answer.resolve(streaming('A sa'));
    await opening;
    await settled();
    expect(texts(state)[2]).toBe('A sailor.');
    expect(client.inputs('open_conversation')).toHaveLength(1);
  });

  it('is read again when its beginning was not heard, once however much is heard meanwhile', async () => {
    const answers = [Promise.resolve(conversation([greeting])), deferred<ConversationView>()] as const;
    let reads = 0;
    const { state } = await opened({ open_conversation: () => (reads++ === 0 ? answers[0] : answers[1].promise) });
    for (const [text, from] of [
      ['lo', 5],
      ['r', 7],
      ['.', 8],
    ] as const)
      state.handle(delta(text, from));
    expect([texts(state), reads]).toEqual([['Do come in.'], 2]);
    answers[1].resolve(streaming('A sail'));
    await settled();
    expect([texts(state)[2], state.turn, reads]).toEqual(['A sailor.', 'writing', 2]);
    state.handle(committed);
    expect([texts(state)[2], state.turn]).toEqual(['A sailor.', 'idle']);
  });

  it('shows no word without those before it: after a gap it is read again', async () => {
    let view = streaming('A ');
    const { state, client } = await opened({ open_conversation: () => view });
    view = streaming('A sailor');
    state.handle(delta('r', 7));
    expect(texts(state)[2]).toBe('A ');
    await settled();
    expect([texts(state)[2], client.inputs('open_conversation').length]).toEqual(['A sailor', 2]);
    state.handle(delta('.', 8));
    expect(texts(state)[2]).toBe('A sailor.');
  });

  it('is another alternate of one that was shown: nothing is added to the former one', async () => {
    let view = conversation([greeting, asked, reply]);
    const { state } = await opened({ open_conversation: () => view });
    const again = { state: 'streaming', alternate: 1, alternates: 2 } as const;
    view = conversation([greeting, asked, message(2, 'A sol', again)], { revision: 4 });
    state.handle(delta('A sol'));
    await settled();
    state.handle(delta('dier.', 5));
    expect(texts(state)[2]).toBe('A soldier.');
  });

  it('does not take less than was shown from a reading that lags behind', async () => {
    let view = conversation([greeting]);
    const { state } = await opened({ open_conversation: () => view, send_message: () => started });
    await state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(delta('A sai'));
    view = streaming('A s');
    state.handle({ type: 'resync' });
    await settled();
    expect(texts(state)[2]).toBe('A sai');
    state.handle(delta('lor.', 5));
    expect(texts(state)[2]).toBe('A sailor.');
  });
});

describe('races', () => {
  it('reads again after an opening amid which events were lost, and does not break it off', async () => {
    const nemo = deferred<ConversationView>();
    const dive = (text: string) => conversation([message(0, text)], { id: 'dive', character_id: 'captain_nemo' });
    let reads = 0;
    const { state } = await opened({
      open_conversation: ({ character_id }) => {
        if (character_id !== 'captain_nemo') return conversation([greeting]);
        return ++reads === 1 ? nemo.promise : dive('Welcome aboard.');
      },
    });
    const opening = state.open('captain_nemo');
    state.handle({ type: 'resync' });
    state.handle(delta('Hm.', 40));
    nemo.resolve(dive('Aboard.'));
    await opening;
    await settled();
    expect([state.current?.id, state.opening, texts(state), reads]).toEqual(['dive', false, ['Welcome aboard.'], 2]);
  });

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
