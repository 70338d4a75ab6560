// Whom the reader can play, and whom they play in the open conversation.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { Persona } from '../api/generated/Persona';
import type { SavePersona } from '../api/generated/SavePersona';
import type { ConversationState } from './conversation.svelte';

/** The conversation as far as personas need it. */
type Talk = Pick<ConversationState, 'current' | 'reload'>;

export class PersonasState {
  personas = $state.raw<Persona[]>([]);
  /** Whether the personas were read at least once. */
  loaded = $state(false);
  /** Why they could not be read; those shown before stay. */
  error = $state.raw<ApiError | null>(null);

  /** Whom the reader plays in the open conversation; none plays themselves. */
  readonly applied: Persona | null = $derived.by(() => this.#talk.current?.persona ?? null);
  /** The others that could be played. */
  readonly others: Persona[] = $derived(this.personas.filter(({ id }) => id !== this.applied?.id));

  readonly #client: Client;
  readonly #talk: Talk;
  #loads = 0;

  constructor(client: Client, talk: Talk) {
    this.#client = client;
    this.#talk = talk;
  }

  async load(): Promise<void> {
    const load = ++this.#loads;
    try {
      const personas = await this.#client.call('list_personas', {});
      if (load !== this.#loads) return;
      this.personas = personas;
      this.loaded = true;
      this.error = null;
    } catch (thrown) {
      if (load === this.#loads) this.error = asApiError(thrown);
    }
  }

  /** Adds or changes a persona. Rejects with an `ApiError` and changes nothing then. */
  async save(input: SavePersona): Promise<Persona> {
    const saved = await this.#ask(() => this.#client.call('save_persona', input));
    await this.load();
    // The conversation shows the name and the picture of whom it is held as.
    if (saved.id === this.applied?.id) await this.#talk.reload();
    return saved;
  }

  /** Removes a persona; conversations keep its name and description. Rejects with an `ApiError` and changes nothing then. */
  async remove(id: string): Promise<void> {
    await this.#ask(() => this.#client.call('remove_persona', { id }));
    await this.load();
    if (id === this.applied?.id) await this.#talk.reload();
  }

  /** Plays somebody in the open conversation; none is the reader themselves. Rejects with an `ApiError`. */
  async apply(personaId: string | null): Promise<void> {
    const conversation = this.#talk.current;
    if (!conversation) return;
    await this.#ask(() =>
      this.#client.call('apply_persona', { conversation_id: conversation.id, persona_id: personaId }),
    );
    await this.#readAgain(conversation.id);
  }

  /** Holds the open conversation in a language, a BCP 47 tag; an empty one follows the settings. Rejects with an `ApiError`. */
  async speak(language: string): Promise<void> {
    const conversation = this.#talk.current;
    if (!conversation) return;
    await this.#ask(() =>
      this.#client.call('set_conversation_language', { conversation_id: conversation.id, language }),
    );
    await this.#readAgain(conversation.id);
  }

  async #readAgain(conversationId: string): Promise<void> {
    if (this.#talk.current?.id === conversationId) await this.#talk.reload();
  }

  async #ask<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (thrown) {
      throw asApiError(thrown);
    }
  }
}

export const [getPersonas, setPersonas] = createContext<PersonasState>();
