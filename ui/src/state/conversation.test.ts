import { describe, expect, it } from 'vitest';

import { ApiError, UNREACHABLE, type Event } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { TurnStarted } from '../api/generated/TurnStarted';
import { deferred } from '../testing/fakeClient';
import { conversation, message } from '../testing/messages';
import {
  greeting,
  asked,
  started,
  reply,
  turnStarted,
  committed,
  delta,
  failed,
  opened,
  texts,
  settled,
} from '../testing/turns';

describe('sending', () => {
  it('shows the words at once and the reply as it comes', async () => {
    const answer = deferred<TurnStarted>();
    const { state, client } = await opened({ send_message: () => answer.promise });
    state.draft = 'Who was he?';
    const sending = state.send('Who was he?');
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?']);
    expect([state.turn, state.draft]).toEqual(['waiting', '']);
    answer.resolve(started);
    await sending;
    expect(state.pendingId).toBeNull();
    state.handle(turnStarted);
    state.handle({ type: 'turn_reasoning', conversation_id: 'talk', message_id: 'm2' });
    expect(state.turn).toBe('thinking');
    state.handle(delta('A '));
    expect(state.turn).toBe('writing');
    state.handle(delta('sailor.', 2));
    state.handle(delta('(He sits.)', 9, 'action'));
    expect(texts(state)[2]).toBe('A sailor.|(He sits.)');
    state.handle(committed);
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?', 'A sailor.']);
    expect([state.turn, state.current?.revision, state.total]).toEqual(['idle', 3, 3]);
    expect(client.inputs('send_message')[0]).toMatchObject({ expected_revision: 1, text: 'Who was he?' });
  });

  it('takes deltas that come before the answer', async () => {
    const answer = deferred<TurnStarted>();
    const { state } = await opened({ send_message: () => answer.promise });
    const sending = state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(delta('A sai'));
    answer.resolve(started);
    await sending;
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?', 'A sai']);
    state.handle(delta('lor.', 5));
    expect(texts(state)[2]).toBe('A sailor.');
  });

  it('is not begun again by an answer that comes after the whole turn', async () => {
    const answer = deferred<TurnStarted>();
    const { state } = await opened({ send_message: () => answer.promise });
    const sending = state.send('Who was he?');
    for (const event of [turnStarted, delta('A sailor.'), committed]) state.handle(event);
    answer.resolve(started);
    await sending;
    expect([state.turn, state.current?.revision]).toEqual(['idle', 3]);
    expect(state.messages.at(-1)?.state).toBe('complete');
  });

  it('shows the words of an answer that comes before any event', async () => {
    const { state } = await opened({ send_message: () => started });
    await state.send('Who was he?');
    state.handle(turnStarted);
    expect(state.messages.map(({ id }) => id)).toEqual(['m0', 'm1', 'm2']);
  });

  it('sends only one of two quick messages and keeps the draft of the other', async () => {
    const { state, client } = await opened({ send_message: () => deferred<TurnStarted>().promise });
    void state.send('One.');
    state.draft = 'Two.';
    void state.send('Two.');
    expect(client.inputs('send_message')).toHaveLength(1);
    expect(state.draft).toBe('Two.');
    expect(texts(state)).toEqual(['Do come in.', 'One.']);
  });

  it('sends no blank text', async () => {
    const { state, client } = await opened();
    await state.send(' \n ');
    expect(client.inputs('send_message')).toHaveLength(0);
  });
});

describe('a failed turn', () => {
  it('gives the words back and says what happened', async () => {
    const { state } = await opened({ send_message: () => started });
    await state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(failed());
    expect(texts(state)).toEqual(['Do come in.']);
    expect(state.draft).toBe('Who was he?');
    expect(state.trouble).toMatchObject({ code: 'model_unreachable', userText: 'Who was he?' });
    expect(state.turn).toBe('idle');
  });

  it('puts them before what was typed meanwhile', async () => {
    const { state } = await opened({ send_message: () => started });
    await state.send('Who was he?');
    state.handle(turnStarted);
    state.draft = 'And when?';
    state.handle(failed({ error: null }));
    expect(state.draft).toBe('Who was he?\nAnd when?');
    expect(state.trouble).toBeNull();
  });

  it('is over even when its answer comes late', async () => {
    const answer = deferred<TurnStarted>();
    const { state } = await opened({ send_message: () => answer.promise });
    const sending = state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(failed());
    answer.resolve(started);
    await sending;
    expect(texts(state)).toEqual(['Do come in.']);
    expect(state.turn).toBe('idle');
  });

  it('gives the words back to the conversation they were written in', async () => {
    const views: Record<string, ConversationView> = {
      sherlock_holmes: conversation([greeting]),
      captain_nemo: conversation([message(0, 'Aboard.')], { id: 'dive', character_id: 'captain_nemo' }),
    };
    const { state } = await opened({
      open_conversation: ({ character_id }) => views[character_id]!,
      send_message: () => started,
    });
    await state.send('Who was he?');
    await state.open('captain_nemo');
    state.draft = 'How deep?';
    state.handle(failed());
    expect([state.draft, state.trouble]).toEqual(['How deep?', null]);
    await state.open('sherlock_holmes');
    expect(state.draft).toBe('Who was he?');
    expect(state.trouble?.code).toBe('model_unreachable');
  });

  it('keeps the part of a reply that was to be continued', async () => {
    const cut = message(2, 'A sai', { state: 'cut_short' });
    const view = conversation([greeting, asked, cut]);
    const { state } = await opened({ continue_reply: () => ({ user: null, reply_id: 'm2', revision: 4 }) }, view);
    await state.continueReply();
    state.handle({ ...turnStarted, user: null, reply: { ...cut, state: 'streaming' }, revision: 4 } as Event);
    state.handle(failed({ user_message_id: null, user_text: null, restored: cut, revision: 5 }));
    expect(state.messages.at(-1)).toMatchObject({ state: 'cut_short', text: 'A sai' });
    expect(state.draft).toBe('');
    expect(state.trouble?.code).toBe('model_unreachable');
  });
});

describe('continuing', () => {
  it('appends to what was there', async () => {
    const cut = message(2, 'A sai', { state: 'cut_short' });
    const view = conversation([greeting, asked, cut]);
    const { state } = await opened({ continue_reply: () => ({ user: null, reply_id: 'm2', revision: 4 }) }, view);
    await state.continueReply();
    state.handle({ ...turnStarted, user: null, reply: { ...cut, state: 'streaming' }, revision: 4 } as Event);
    state.handle(delta('lor.', 5));
    expect(texts(state)[2]).toBe('A sailor.');
    state.handle({ type: 'turn_cut_short', conversation_id: 'talk', message: cut, error: null, revision: 5 });
    await state.continueReply();
    state.handle({ ...turnStarted, user: null, reply: { ...cut, state: 'streaming' }, revision: 6 } as Event);
    state.handle(delta('nt.', 5));
    expect(texts(state)[2]).toBe('A saint.');
  });

  it('knows a message that nothing answers', async () => {
    const { state } = await opened({}, conversation([greeting, asked]));
    expect(state.unanswered).toBe(true);
  });
});

describe('stopping', () => {
  it('stops a turn that was not stored yet when it was asked to', async () => {
    const answer = deferred<TurnStarted>();
    const { state, client } = await opened({ send_message: () => answer.promise, stop_reply: () => ({}) });
    const sending = state.send('Who was he?');
    await state.stop();
    answer.resolve(started);
    await sending;
    expect(client.inputs('stop_reply')).toHaveLength(2);
  });
});

describe('a conversation that could not be opened', () => {
  it('is opened by itself when the program answers again', async () => {
    const { client, state } = await opened();
    client.answers.open_conversation = () => Promise.reject(new ApiError(UNREACHABLE, 'gone'));
    await state.open('captain_nemo');
    expect([state.openError?.code, state.current]).toEqual([UNREACHABLE, null]);
    client.answers.open_conversation = ({ character_id }) => conversation([greeting], { character_id });
    state.handle({ type: 'resync' });
    await settled();
    expect([state.openError, state.current?.character_id]).toEqual([null, 'captain_nemo']);
  });
});

describe('a refusal', () => {
  it('by conflict reads the conversation again and keeps the words', async () => {
    let view = conversation([greeting]);
    const { state } = await opened({
      open_conversation: () => view,
      send_message: () => Promise.reject(new ApiError('conflict', 'changed', 409)),
    });
    view = conversation([greeting, message(1, 'From the other window.'), message(2, 'Quite.')]);
    await state.send('Who was he?');
    await settled();
    expect(texts(state)).toEqual(['Do come in.', 'From the other window.', 'Quite.']);
    expect([state.draft, state.trouble?.code]).toEqual(['Who was he?', 'conflict']);
  });

  it('by silence sends the same words under the same name', async () => {
    let answers = 0;
    const { state, client } = await opened({
      send_message: () =>
        ++answers === 1 ? Promise.reject(new ApiError(UNREACHABLE, 'gone')) : Promise.resolve(started),
    });
    await state.send('Who was he?');
    expect([state.draft, state.turn]).toEqual(['Who was he?', 'idle']);
    await state.send(state.draft);
    const [first, second] = client.inputs('send_message');
    expect(second?.operation_id).toBe(first?.operation_id);
    expect(second?.expected_revision).toBe(first?.expected_revision);
  });

  it('by silence is forgotten once the program answers again, but the words are not', async () => {
    const { state } = await opened({ send_message: () => Promise.reject(new ApiError(UNREACHABLE, 'gone')) });
    await state.send('Who was he?');
    expect(state.trouble?.code).toBe(UNREACHABLE);
    state.handle({ type: 'resync' });
    await settled();
    expect([state.trouble, state.draft]).toEqual([null, 'Who was he?']);
  });

  it('by silence is settled when the words turn out to have arrived', async () => {
    let view = conversation([greeting]);
    const { state } = await opened({
      open_conversation: () => view,
      send_message: () => Promise.reject(new ApiError(UNREACHABLE, 'gone')),
    });
    await state.send('Who was he?');
    view = conversation([greeting, asked, reply]);
    state.handle({ type: 'resync' });
    await settled();
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?', 'A sailor.']);
    expect([state.draft, state.trouble]).toEqual(['', null]);
  });

  it('that comes after the events of its turn takes nothing back', async () => {
    const answer = deferred<TurnStarted>();
    const { state } = await opened({ send_message: () => answer.promise });
    const sending = state.send('Who was he?');
    state.handle(turnStarted);
    state.handle(delta('A sai'));
    answer.reject(new ApiError(UNREACHABLE, 'gone'));
    await sending;
    expect(texts(state)).toEqual(['Do come in.', 'Who was he?', 'A sai']);
    expect([state.turn, state.draft, state.trouble]).toEqual(['writing', '', null]);
  });
});
