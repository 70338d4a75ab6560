// Replies that the reader might give. They hold only for what they were made for: another message, language, persona, character or
// conversation, and they are gone.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { Suggestions } from '../api/generated/Suggestions';
import { language } from '../i18n/index.svelte';
import type { ConversationState } from './conversation.svelte';
import type { SettingsState } from './settings.svelte';

type Talk = Pick<ConversationState, 'current' | 'turn' | 'draft'>;
type Set = Pick<SettingsState, 'settings'>;
type Made = { for: string; suggestions: Suggestions };
type Failed = { for: string; error: ApiError };

export class SuggestionsState {
  /** What they are being made for; none while nothing is asked. */
  #askedFor = $state<string | null>(null);
  #made = $state.raw<Made | null>(null);
  #failed = $state.raw<Failed | null>(null);

  readonly #client: Client;
  readonly #talk: Talk;
  readonly #settings: Set;

  constructor(client: Client, talk: Talk, settings: Set) {
    this.#client = client;
    this.#talk = talk;
    this.#settings = settings;
  }

  /** Everything that suggestions depend on. */
  readonly #situation: string = $derived.by(() => {
    const view = this.#talk.current;
    if (!view || this.#talk.turn !== 'idle') return '';
    const spoken = this.#settings.settings?.reply_language ?? '';
    const { id, name, description } = view.persona ?? { id: '', name: '', description: '' };
    return JSON.stringify([view.id, view.revision, view.language, spoken, language(), id, name, description]);
  });

  /** The four replies; none before they were asked for, and none any more when something has changed. */
  readonly shown: Suggestions | null = $derived(
    this.#situation !== '' && this.#made?.for === this.#situation ? this.#made.suggestions : null,
  );
  readonly asking: boolean = $derived(this.#situation !== '' && this.#askedFor === this.#situation);
  /** Why there are none. */
  readonly error: ApiError | null = $derived(this.#failed?.for === this.#situation ? this.#failed.error : null);
  /** Whether suggestions can be asked for: not while a reply is being written. */
  readonly possible: boolean = $derived(this.#situation !== '');

  /** Asks for four replies. An answer that comes after something has changed is dropped. */
  async ask(): Promise<void> {
    const view = this.#talk.current;
    const situation = this.#situation;
    if (!view || situation === '' || this.asking) return;
    this.#askedFor = situation;
    this.#failed = null;
    try {
      const suggestions = await this.#client.call('suggest_replies', {
        conversation_id: view.id,
        interface_language: language(),
      });
      if (this.#askedFor === situation) this.#made = { for: situation, suggestions };
    } catch (thrown) {
      if (this.#askedFor === situation) this.#failed = { for: situation, error: asApiError(thrown) };
    } finally {
      if (this.#askedFor === situation) this.#askedFor = null;
    }
  }

  /** Puts a suggestion, from 0, into the composer, where the reader sends it or changes it. What stood there stays before it. */
  take(index: number): boolean {
    const text = this.shown?.texts[index];
    if (text === undefined) return false;
    this.#talk.draft = this.#joined(text);
    return true;
  }

  /** Puts the suggestions away. */
  clear(): void {
    this.#made = null;
    this.#failed = null;
    this.#askedFor = null;
  }

  /** One suggestion takes the place of another; words of the reader's own are never lost. */
  #joined(text: string): string {
    const draft = this.#talk.draft;
    const own = draft.trim();
    if (own === '' || this.shown?.texts.includes(own)) return text;
    const before = this.shown?.texts.find((other) => draft.endsWith(`\n${other}`));
    return `${before === undefined ? draft.trimEnd() : draft.slice(0, -before.length - 1)}\n${text}`;
  }
}

export const [getSuggestions, setSuggestions] = createContext<SuggestionsState>();
