import { describe, expect, it } from 'vitest';

import type { CharacterSummary } from '../api/generated/CharacterSummary';
import { ApiError } from '../api/client';
import { deferred, FakeClient } from '../testing/fakeClient';
import { CastState } from './cast.svelte';

function character(id: string, name: string, change: Partial<CharacterSummary> = {}): CharacterSummary {
  return {
    id,
    name,
    categories: [],
    description: '',
    portrait: null,
    last_words: null,
    last_at: null,
    broken: null,
    own: false,
    gone: null,
    ...change,
  };
}

const characters = [
  character('holmes', 'Sherlock Holmes', { categories: ['Detectives'], last_words: 'This was punched at Aldgate.' }),
  character('isik', 'Işık Irmak', { categories: ['Tales', 'Detectives'], description: 'İstanbul’da bir dedektif' }),
  character('agnes', 'Ágnes Varga', { description: 'Lighthouse keeper' }),
];
const categories = [{ name: 'Detectives', characters: 2 }];

async function loaded(): Promise<CastState> {
  const cast = new CastState(new FakeClient({ list_characters: () => characters, list_categories: () => categories }));
  await cast.load();
  return cast;
}

const found = (cast: CastState, query: string) => {
  cast.query = query;
  return cast.visible.map(({ id }) => id);
};

describe('looking for a character', () => {
  it.each([
    ['', ['holmes', 'isik', 'agnes']],
    ['holmes', ['holmes']],
    ['aldgate sherlock', ['holmes']],
    ['agnes', ['agnes']],
    ['ISIK', ['isik']],
    ['ışık', ['isik']],
    ['IŞIK', ['isik']],
    ['istanbul', ['isik']],
    ['İSTANBUL', ['isik']],
    ['ıstanbul', ['isik']],
    ['LIGHTHOUSE', ['agnes']],
    ['nobody', []],
  ])('%j finds %j', async (query, ids) => {
    expect(found(await loaded(), query)).toEqual(ids);
  });

  it('keeps to the chosen category', async () => {
    const cast = await loaded();
    cast.category = 'Detectives';
    expect(found(cast, 'a')).toEqual(['holmes', 'isik']);
    expect(found(cast, 'agnes')).toEqual([]);
    expect(found(cast, '')).toEqual(['holmes', 'isik']);
  });
});

describe('reading the cast', () => {
  it('keeps what was shown when it fails', async () => {
    const client = new FakeClient({ list_characters: () => characters, list_categories: () => categories });
    const cast = new CastState(client);
    await cast.load();
    client.answers.list_characters = () => Promise.reject(new ApiError('storage_error', 'broken'));
    await cast.load();
    expect(cast.characters).toEqual(characters);
    expect([cast.error?.code, cast.loading]).toEqual(['storage_error', false]);
  });

  it('shows the newest of two readings and leaves a category that is gone', async () => {
    const slow = deferred<CharacterSummary[]>();
    let reads = 0;
    const client = new FakeClient({
      list_characters: () => (++reads === 1 ? slow.promise : characters.slice(0, 1)),
      list_categories: () => [],
    });
    const cast = new CastState(client);
    cast.category = 'Detectives';
    const first = cast.load();
    await cast.load();
    slow.resolve(characters);
    await first;
    expect(cast.characters).toHaveLength(1);
    expect(cast.category).toBeNull();
  });
});
