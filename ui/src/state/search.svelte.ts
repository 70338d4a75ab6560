// What is looked for among everything that was said, and within the open conversation.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { SearchHit } from '../api/generated/SearchHit';

/** How long the reader must pause before a search begins, in milliseconds. */
const PAUSE = 250;
/** The fewest characters that are worth a search; one is where a script has a character for a word. */
const FEWEST = 2;
/** How many hits are read at once. */
const IN_ALL = 40;
const IN_ONE = 100;

/** The hits of one conversation, best first; the conversations by their best hit. */
export type HitGroup = { conversationId: string; characterId: string; hits: SearchHit[] };

/** A search that follows what is typed. Only the answer to the latest question counts. */
export class SearchState {
  query = $state('');
  hits = $state.raw<SearchHit[]>([]);
  /** There are more than are shown. */
  more = $state(false);
  /** What was searched for last; the hits belong to it. */
  answered = $state('');
  loading = $state(false);
  error = $state.raw<ApiError | null>(null);

  readonly groups: HitGroup[] = $derived(grouped(this.hits));

  readonly #client: Client;
  #searches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Looks for words, once the reader pauses. In one conversation when one is named. */
  look(query: string, conversationId?: string): void {
    const words = query.trim();
    this.query = query;
    if (words === this.answered && !this.loading) return;
    clearTimeout(this.#timer);
    const search = ++this.#searches;
    this.error = null;
    if (!worthSearching(words)) {
      this.#show([], false, words);
      this.loading = false;
      return;
    }
    this.loading = true;
    this.#timer = setTimeout(() => void this.#ask(search, words, conversationId), PAUSE);
  }

  /** Looks again for the same words. */
  again(conversationId?: string): void {
    const query = this.query;
    this.#show([], false, '');
    this.look(query, conversationId);
  }

  /** Forgets the search. */
  clear(): void {
    this.look('');
  }

  async #ask(search: number, words: string, conversationId: string | undefined): Promise<void> {
    const one = conversationId === undefined ? {} : { conversation_id: conversationId };
    const limit = conversationId === undefined ? IN_ALL : IN_ONE;
    try {
      const { hits, more } = await this.#client.call('search_messages', { query: words, ...one, limit });
      if (search === this.#searches) this.#show(hits, more, words);
    } catch (thrown) {
      if (search !== this.#searches) return;
      this.#show([], false, words);
      this.error = asApiError(thrown);
    } finally {
      if (search === this.#searches) this.loading = false;
    }
  }

  #show(hits: SearchHit[], more: boolean, words: string): void {
    this.hits = hits;
    this.more = more;
    this.answered = words;
  }
}

/** The search within one conversation: its hits in the order of the page, and at which of them the reader is. */
export class FindState {
  open = $state(false);
  /** Goes up when the search is asked for from outside its bar. */
  asked = $state(0);
  /** In which conversation is searched. */
  conversationId = $state<string | null>(null);
  /** The hit that is shown, from 0; -1 while there is none. */
  at = $state(-1);
  readonly search: SearchState;
  /** The hits from the first message to the last. */
  readonly hits: SearchHit[] = $derived.by(() =>
    [...this.search.hits].sort((one, other) => one.position - other.position),
  );
  readonly current: SearchHit | null = $derived(this.hits[this.at] ?? null);

  /** The position that the search was opened for, or stood at before it was repeated. */
  #wanted: number | null = null;

  constructor(client: Client) {
    this.search = new SearchState(client);
  }

  /** Opens the search in a conversation; one that is open there already stays as it is. */
  start(conversationId: string): void {
    if (this.open && this.conversationId === conversationId) return;
    this.open = true;
    this.conversationId = conversationId;
    this.#forget();
  }

  /** Opens the search at a hit that was found elsewhere, so that its neighbours are one key away. */
  startAt(query: string, hit: SearchHit): void {
    this.start(hit.conversation_id);
    this.look(query);
    this.#wanted = hit.position;
  }

  /** Asks for the search from outside its bar. */
  ask(): void {
    this.asked++;
  }

  look(query: string): void {
    this.at = -1;
    this.#wanted = null;
    if (this.conversationId !== null) this.search.look(query, this.conversationId);
  }

  /** Searches for the same words again, since the conversation has changed. */
  refresh(): void {
    if (!this.open || this.conversationId === null || this.search.answered === '') return;
    this.#wanted = this.current?.position ?? this.#wanted;
    this.at = -1;
    this.search.again(this.conversationId);
  }

  /** Chooses the hit to show first: the one that is wanted, else the latest. None when the wanted one is on show already. */
  settle(): SearchHit | null {
    const wanted = this.#wanted;
    this.#wanted = null;
    this.at = wanted === null ? -1 : this.hits.findIndex(({ position }) => position === wanted);
    if (this.at !== -1) return null;
    this.at = this.hits.length - 1;
    return this.current;
  }

  /** Goes to the hit after or before the shown one, round the end. */
  go(step: 1 | -1): SearchHit | null {
    const count = this.hits.length;
    if (count === 0) return null;
    this.at = this.at === -1 ? count - 1 : (this.at + step + count) % count;
    return this.current;
  }

  close(): void {
    this.open = false;
    this.conversationId = null;
    this.#forget();
  }

  #forget(): void {
    this.at = -1;
    this.#wanted = null;
    this.search.clear();
  }
}

/** One letter alone finds nearly everything, except in scripts in which one character is a word. */
function worthSearching(words: string): boolean {
  return (
    [...words].length >= FEWEST ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(words)
  );
}

function grouped(hits: readonly SearchHit[]): HitGroup[] {
  const groups = new Map<string, HitGroup>();
  for (const hit of hits) {
    const group = groups.get(hit.conversation_id);
    if (group) group.hits.push(hit);
    else {
      groups.set(hit.conversation_id, {
        conversationId: hit.conversation_id,
        characterId: hit.character_id,
        hits: [hit],
      });
    }
  }
  return [...groups.values()];
}

export const [getSearch, setSearch] = createContext<SearchState>();
export const [getFind, setFind] = createContext<FindState>();
