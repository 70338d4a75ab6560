import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../api/client';
import type { SearchHit } from '../api/generated/SearchHit';
import type { SearchResults } from '../api/generated/SearchResults';
import { deferred, FakeClient } from '../testing/fakeClient';
import { FindState, SearchState } from './search.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function hit(position: number, conversation = 'talk'): SearchHit {
  return {
    conversation_id: conversation,
    character_id: 'holmes',
    message_id: `${conversation}-${position}`,
    position,
    role: 'character',
    excerpt: [{ text: 'boots', found: true }],
    created_at: 0,
  };
}

const pause = () => vi.advanceTimersByTimeAsync(250);

describe('a search of everything that was said', () => {
  it('begins when the reader pauses, once for the last words', async () => {
    const client = new FakeClient({ search_messages: () => ({ hits: [hit(4)], more: false }) });
    const search = new SearchState(client);
    for (const typed of ['bo', 'boo', 'boot ']) search.look(typed);
    await vi.advanceTimersByTimeAsync(249);
    expect([client.calls, search.loading]).toEqual([[], true]);
    await pause();
    expect(client.inputs('search_messages')).toEqual([{ query: 'boot', limit: 40 }]);
    expect([search.hits.length, search.answered, search.loading]).toEqual([1, 'boot', false]);
  });

  it('drops an answer that was overtaken', async () => {
    const slow = deferred<SearchResults>();
    const client = new FakeClient({ search_messages: () => slow.promise });
    const search = new SearchState(client);
    search.look('boots');
    await pause();
    client.answers.search_messages = () => ({ hits: [hit(1)], more: false });
    search.look('gloves');
    await pause();
    slow.resolve({ hits: [hit(2), hit(3)], more: true });
    await pause();
    expect([search.hits.map(({ position }) => position), search.more]).toEqual([[1], false]);
  });

  it('asks nothing for one letter, but for one character of Chinese', async () => {
    const client = new FakeClient({ search_messages: () => ({ hits: [], more: false }) });
    const search = new SearchState(client);
    search.look('b');
    await pause();
    expect(client.calls).toEqual([]);
    search.look('雪');
    await pause();
    expect(client.calls).toHaveLength(1);
  });

  it('groups by conversation, in the order of their best hits', async () => {
    const client = new FakeClient({
      search_messages: () => ({ hits: [hit(9, 'b'), hit(1, 'a'), hit(2, 'b')], more: true }),
    });
    const search = new SearchState(client);
    search.look('boots');
    await pause();
    expect(search.groups.map(({ conversationId, hits }) => [conversationId, hits.length])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('says what failed, and can be repeated', async () => {
    const client = new FakeClient({ search_messages: () => Promise.reject(new ApiError('unreachable', '')) });
    const search = new SearchState(client);
    search.look('boots');
    await pause();
    expect([search.error?.code, search.hits]).toEqual(['unreachable', []]);
    client.answers.search_messages = () => ({ hits: [hit(1)], more: false });
    search.again();
    await pause();
    expect([search.error, search.hits.length]).toEqual([null, 1]);
  });

  it('is forgotten with its words', async () => {
    const client = new FakeClient({ search_messages: () => ({ hits: [hit(1)], more: false }) });
    const search = new SearchState(client);
    search.look('boots');
    await pause();
    search.clear();
    expect([search.hits, search.answered, search.loading]).toEqual([[], '', false]);
  });
});

describe('a search within a conversation', () => {
  async function found(positions: number[]) {
    const client = new FakeClient({ search_messages: () => ({ hits: positions.map((at) => hit(at)), more: false }) });
    const find = new FindState(client);
    find.start('talk');
    find.look('boots');
    await pause();
    return { client, find };
  }

  it('goes through the hits in the order of the page, from the latest, round the end', async () => {
    const { client, find } = await found([9, 2, 30]);
    expect(client.inputs('search_messages')[0]).toMatchObject({ conversation_id: 'talk' });
    expect(find.settle()?.position).toBe(30);
    expect([find.go(-1), find.go(-1), find.go(-1), find.go(1)].map((one) => one?.position)).toEqual([9, 2, 30, 2]);
  });

  it('opened at a hit begins there, and shows nothing else', async () => {
    const client = new FakeClient({ search_messages: () => ({ hits: [hit(2), hit(9), hit(30)], more: false }) });
    const find = new FindState(client);
    find.startAt('boots', hit(9));
    await pause();
    expect([find.settle(), find.at, find.go(1)?.position]).toEqual([null, 1, 30]);
  });

  it('stays at its hit when the conversation has changed', async () => {
    const { find } = await found([2, 9, 30]);
    find.settle();
    find.go(-1);
    find.refresh();
    expect(find.hits).toEqual([]);
    await pause();
    expect([find.settle(), find.current?.position]).toEqual([null, 9]);
  });

  it('ends without a trace', async () => {
    const { find } = await found([2]);
    find.settle();
    find.close();
    expect([find.open, find.at, find.hits, find.conversationId]).toEqual([false, -1, [], null]);
    expect(find.go(1)).toBeNull();
  });
});
