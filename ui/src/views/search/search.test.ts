import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { SearchHit } from '../../api/generated/SearchHit';
import { CastState } from '../../state/cast.svelte';
import { FindState, SearchState } from '../../state/search.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import { opened } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import Find from './Find.svelte';
import { placesOf, wordsOf } from './marks';
import SaidList from './SaidList.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const messages = Array.from({ length: 12 }, (_, position) => message(position, `Said ${position}`));

function hit(position: number, excerpt = [{ text: 'the boots', found: true }]): SearchHit {
  return {
    conversation_id: 'talk',
    character_id: 'sherlock_holmes',
    message_id: `m${position}`,
    position,
    role: position % 2 ? 'user' : 'character',
    excerpt,
    created_at: 0,
  };
}

const settle = async () => {
  await vi.advanceTimersByTimeAsync(300);
  flushSync();
};

describe('what was said', () => {
  async function list(hits: SearchHit[]) {
    const client = new FakeClient({ search_messages: () => ({ hits, more: false }) });
    const search = new SearchState(client);
    const onhit = vi.fn();
    render(Within, { client, component: SaidList, given: { now: 0, onhit }, search, cast: new CastState(client) });
    search.look('boots');
    await settle();
    return onhit;
  }

  it('stays text, whatever it says, with the found words marked', async () => {
    await list([
      hit(4, [
        { text: '<img src=x onerror=alert(1)> ', found: false },
        { text: 'boots', found: true },
      ]),
    ]);
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('mark')?.textContent).toBe('boots');
  });

  it('is one stop of the Tab key, goes by the arrows, and opens', async () => {
    const onhit = await list([hit(4), hit(7), hit(9)]);
    const rows = screen.getAllByRole('button');
    expect(rows.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    rows[0]!.focus();
    await fireEvent.keyDown(rows[0]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(rows[1]);
    await fireEvent.keyDown(rows[1]!, { key: 'End' });
    await fireEvent.click(document.activeElement!);
    expect(onhit.mock.lastCall?.[0]).toMatchObject({ position: 9 });
  });

  it('says when nobody said it', async () => {
    await list([]);
    expect(screen.getByText('Nobody said that.')).toBeTruthy();
  });
});

describe('the search in a conversation', () => {
  async function bar(hits: SearchHit[]) {
    const view = conversation(messages);
    const { client, state } = await opened({ search_messages: () => ({ hits, more: false }) }, view);
    const find = new FindState(client);
    render(Within, { client, component: Find, given: { view }, conversation: state, find });
    const open = () => fireEvent.keyDown(window, { key: 'f', ctrlKey: true });
    return { client, state, find, open };
  }

  const type = async (value: string) => {
    await fireEvent.input(screen.getByRole('searchbox'), { target: { value } });
    await settle();
  };

  it('opens with Ctrl+F, and leaves a second press to the browser', async () => {
    const { open } = await bar([]);
    expect(await open()).toBe(false);
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    expect(await open()).toBe(true);
  });

  it('shows the latest hit at once, and the others by Enter and Shift+Enter', async () => {
    const { state, open } = await bar([hit(8), hit(2), hit(5)]);
    await open();
    await type('boots');
    expect(state.wanted).toEqual({ position: 8 });
    expect(screen.getByText('3 of 3')).toBeTruthy();
    const field = screen.getByRole('searchbox');
    await fireEvent.keyDown(field, { key: 'Enter' });
    await settle();
    expect([state.wanted, screen.getByText('2 of 3') !== null]).toEqual([{ position: 5 }, true]);
    await fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    await settle();
    expect(state.wanted).toEqual({ position: 8 });
  });

  it('says when it was not said here, and ends with Esc', async () => {
    const { find, open } = await bar([]);
    await open();
    await type('boots');
    expect(screen.getByText('Not said here')).toBeTruthy();
    await fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'Escape' });
    expect([find.open, screen.queryByRole('searchbox')]).toEqual([false, null]);
  });
});

describe('marks', () => {
  const found = (text: string, query: string) =>
    placesOf(text, wordsOf(query)).map(([from, to]) => text.slice(from, to));

  it.each([
    ['Clean BOOTS, wet boots', 'boots', ['BOOTS', 'boots']],
    ['İstanbul’da, istanbul', 'ISTANBUL', ['İstanbul', 'istanbul']],
    ['Iğdır ve ıssız', 'ıs', ['ıs']],
    ['un café, CAFE\u0301!', 'cafe', ['café', 'CAFE\u0301']],
    ['雪が降る', '雪', ['雪']],
    ['a 𝒜 b boots', 'boots', ['boots']],
    ['boots and gloves', '"boots" -gloves*', ['boots', 'gloves']],
    ['nothing here', 'boots', []],
    ['anything', '', []],
  ])('in %j for %j', (text, query, words) => expect(found(text, query)).toEqual(words));
});
