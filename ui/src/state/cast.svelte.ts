// The characters of the rail, and which of them are looked for.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { Category } from '../api/generated/Category';
import type { CharacterSummary } from '../api/generated/CharacterSummary';
import { foldForSearch } from './fold';

export class CastState {
  characters = $state.raw<CharacterSummary[]>([]);
  categories = $state.raw<Category[]>([]);
  /** The chosen category; none shows all. */
  category = $state<string | null>(null);
  query = $state('');
  loading = $state(false);
  /** Whether the characters were read at least once. */
  loaded = $state(false);
  error = $state.raw<ApiError | null>(null);

  /** The characters of the category that have every word of the query in their name, description or last words. */
  readonly visible: CharacterSummary[] = $derived.by(() => {
    const words = foldForSearch(this.query).split(/\s+/).filter(Boolean);
    return this.characters.filter(
      (character) =>
        (this.category === null || character.categories.includes(this.category)) &&
        (words.length === 0 || holdsAll(character, words)),
    );
  });

  /** The character the reader talked with last; none when they have met nobody who is still here. */
  readonly latest: CharacterSummary | null = $derived.by(() => {
    const met = this.characters.filter(
      (character) => character.last_at !== null && !character.broken && !character.gone,
    );
    return met.sort((one, other) => (other.last_at ?? 0) - (one.last_at ?? 0))[0] ?? null;
  });

  readonly #client: Client;
  #loads = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Reads the characters. When that fails, those shown before stay. */
  async load(): Promise<void> {
    const load = ++this.#loads;
    this.loading = true;
    try {
      const [characters, categories] = await Promise.all([
        this.#client.call('list_characters', {}),
        this.#client.call('list_categories', {}),
      ]);
      if (load !== this.#loads) return;
      this.characters = characters;
      this.categories = categories;
      this.loaded = true;
      this.error = null;
      if (this.category !== null && !categories.some(({ name }) => name === this.category)) this.category = null;
    } catch (thrown) {
      if (load === this.#loads) this.error = asApiError(thrown);
    } finally {
      if (load === this.#loads) this.loading = false;
    }
  }
}

function holdsAll(character: CharacterSummary, words: string[]): boolean {
  const text = foldForSearch([character.name, character.description, character.last_words ?? ''].join('\n'));
  return words.every((word) => text.includes(word));
}

export const [getCast, setCast] = createContext<CastState>();
