import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, UNREACHABLE } from '../api/client';
import type { SaveDraft } from '../api/generated/SaveDraft';
import { deferred, FakeClient } from '../testing/fakeClient';
import { conversation, message } from '../testing/messages';
import { ConversationState } from './conversation.svelte';
import { keepDraft, keptDraft } from './storage';

const greeting = message(0, 'Do come in.');

async function opened(answers: FakeClient['answers'] = {}, draft = '') {
  const client = new FakeClient({
    open_conversation: ({ conversation_id }) => conversation([greeting], { id: conversation_id ?? 'talk', draft }),
    save_draft: () => ({}),
    ...answers,
  });
  const state = new ConversationState(client);
  await state.open('sherlock_holmes');
  return { client, state };
}

const saved = (client: FakeClient) => client.inputs('save_draft').map(({ text }) => text);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a draft', () => {
  it('is saved once the reader pauses, and not at every key', async () => {
    const { client, state } = await opened();
    for (const text of ['W', 'Wh', 'Who']) {
      state.draft = text;
      await vi.advanceTimersByTimeAsync(300);
    }
    expect(saved(client)).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(saved(client)).toEqual(['Who']);
  });

  it('is saved at once when the reader leaves for another conversation', async () => {
    const { client, state } = await opened();
    state.draft = 'Who';
    await state.open('sherlock_holmes', 'other');
    expect(client.inputs('save_draft')).toEqual([{ conversation_id: 'talk', text: 'Who' }]);
  });

  it('comes back after a restart', async () => {
    const { state, client } = await opened({}, 'Who was');
    expect(state.draft).toBe('Who was');
    await vi.advanceTimersByTimeAsync(1000);
    expect(saved(client)).toEqual([]);
  });

  it('that the tab keeps since it was never saved is newer than the saved one', async () => {
    keepDraft('talk', 'Who was he');
    const { state, client } = await opened({}, 'Who was');
    expect(state.draft).toBe('Who was he');
    expect(saved(client)).toEqual(['Who was he']);
  });

  it('that was emptied is not brought back by what was saved before', async () => {
    const { state } = await opened({ save_draft: () => Promise.reject(new ApiError(UNREACHABLE, 'gone')) }, 'Who');
    state.draft = '';
    await state.open('sherlock_holmes');
    expect(state.draft).toBe('');
  });

  it('is not overwritten by a slower answer', async () => {
    const slow = deferred<ReturnType<typeof conversation>>();
    let asked = 0;
    const { state } = await opened({
      open_conversation: () => (asked++ === 0 ? conversation([greeting]) : slow.promise),
    });
    const opening = state.open('sherlock_holmes');
    state.draft = 'Typed meanwhile';
    slow.resolve(conversation([greeting], { draft: 'Older' }));
    await opening;
    expect(state.draft).toBe('Typed meanwhile');
  });

  it('goes out in order, one save after the other', async () => {
    const first = deferred<Record<string, never>>();
    const order: string[] = [];
    const save = ({ text }: SaveDraft) => {
      order.push(text);
      return order.length === 1 ? first.promise : {};
    };
    const { state } = await opened({ save_draft: save });
    state.draft = 'One';
    await vi.advanceTimersByTimeAsync(500);
    state.draft = 'Two';
    await vi.advanceTimersByTimeAsync(500);
    expect(order).toEqual(['One']);
    first.resolve({});
    await vi.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['One', 'Two']);
  });

  it('stays in the tab until it is saved', async () => {
    let gone = true;
    const save = () => (gone ? Promise.reject(new ApiError(UNREACHABLE, 'gone')) : {});
    const { state, client } = await opened({ save_draft: save });
    state.draft = 'Who';
    await vi.advanceTimersByTimeAsync(500);
    expect([state.draft, keptDraft('talk'), state.trouble]).toEqual(['Who', 'Who', null]);
    gone = false;
    state.saveDraft();
    await vi.advanceTimersByTimeAsync(0);
    expect([saved(client).at(-1), keptDraft('talk')]).toEqual(['Who', '']);
  });

  it('of sent words is emptied at once', async () => {
    const { state, client } = await opened({ send_message: () => deferred<never>().promise });
    state.draft = 'Who?';
    await vi.advanceTimersByTimeAsync(500);
    void state.send('Who?');
    expect(state.draft).toBe('');
    expect(saved(client)).toEqual(['Who?', '']);
  });
});
