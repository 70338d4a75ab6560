// The reader's own characters: what is being edited, and what is to be deleted.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { CharacterDetailView } from '../api/generated/CharacterDetailView';
import type { CharacterTexts } from '../api/generated/CharacterTexts';
import type { CastState } from './cast.svelte';
import type { ConversationState } from './conversation.svelte';

/** A character that is to be deleted, if the reader agrees. */
export interface Deleting {
  id: string;
  name: string;
  /** Conversations in which the reader said something; none until that is known. */
  talks: number | null;
}

export class OwnCharactersState {
  /** The character whose texts are being changed; none while the sheet is shut. */
  editingId = $state<string | null>(null);
  /** Its file as it was read last. */
  detail = $state.raw<CharacterDetailView | null>(null);
  /** Its texts as they are typed. */
  texts = $state<CharacterTexts | null>(null);
  saved = $state(false);
  deleting = $state.raw<Deleting | null>(null);
  busy = $state(false);
  trouble = $state.raw<ApiError | null>(null);

  readonly changed: boolean = $derived(
    this.detail !== null && this.texts !== null && JSON.stringify(this.texts) !== JSON.stringify(this.detail.texts),
  );

  readonly #client: Client;
  readonly #cast: CastState;
  readonly #talk: ConversationState;
  #again: (() => Promise<void>) | null = null;

  constructor(client: Client, cast: CastState, talk: ConversationState) {
    this.#client = client;
    this.#cast = cast;
    this.#talk = talk;
  }

  /** Opens a character for editing. */
  async edit(id: string): Promise<void> {
    this.shut();
    this.editingId = id;
    this.#again = () => this.edit(id);
    await this.#do(async () => {
      const detail = await this.#client.call('get_character', { character_id: id });
      if (this.editingId === id) this.#show(detail);
    });
  }

  /** Makes a character like another one, and opens it for editing. */
  async copy(id: string, name: string): Promise<void> {
    this.shut();
    this.editingId = id;
    this.#again = () => this.copy(id, name);
    await this.#do(async () => {
      const detail = await this.#client.call('copy_character', { character_id: id, name });
      await this.#cast.load();
      if (this.editingId !== id) return;
      this.editingId = detail.character_id;
      this.#show(detail);
    });
  }

  /** Tries once more what could not be opened. */
  async openAgain(): Promise<void> {
    await this.#again?.();
  }

  /** Saves what was typed. When the file has changed meanwhile, it is read again and what was typed stays. */
  async save(): Promise<void> {
    const { detail, texts } = this;
    if (!detail || !texts || this.busy) return;
    await this.#do(async () => {
      const character_id = detail.character_id;
      try {
        const input = { character_id, expected_version: detail.version, texts: $state.snapshot(texts) };
        this.#show(await this.#client.call('update_character', input));
        this.saved = true;
      } catch (thrown) {
        if (asApiError(thrown).code === 'character_conflict') {
          this.detail = await this.#client.call('get_character', { character_id });
        }
        throw thrown;
      }
    });
  }

  /** Gives up what was typed for what the file says now. */
  takeTheirs(): void {
    if (this.detail) this.#show(this.detail);
  }

  /** Shuts the sheet; what was typed and not saved is gone. */
  shut(): void {
    this.editingId = this.detail = this.texts = this.trouble = null;
    this.saved = false;
  }

  /** Asks whether a character is to be deleted. */
  async askToDelete(id: string, name: string): Promise<void> {
    this.trouble = null;
    this.deleting = { id, name, talks: null };
    try {
      const talks = await this.#client.call('list_conversations', { character_id: id });
      const begun = talks.filter(({ title }) => title !== '').length;
      if (this.deleting?.id === id) this.deleting = { id, name, talks: begun };
    } catch {
      // Then they stay.
    }
  }

  /** Puts the character into the trash. */
  async deleteIt(conversations: boolean): Promise<void> {
    const { deleting } = this;
    if (!deleting || this.busy) return;
    await this.#do(async () => {
      await this.#client.call('delete_character', { character_id: deleting.id, conversations });
      this.deleting = null;
      this.shut();
      await this.#cast.load();
      if (this.#talk.current?.character_id === deleting.id) await this.#leave(deleting.id);
    });
  }

  /** Brings a character back from the trash. */
  async bringBack(trashId: string): Promise<boolean> {
    return this.#do(async () => {
      const back = await this.#client.call('restore_character', { id: trashId });
      await this.#cast.load();
      if (this.#talk.current?.character_id === back.character_id) await this.#talk.reload();
    });
  }

  /** The page goes on with what is left: a conversation that stayed, or somebody else. */
  async #leave(id: string): Promise<void> {
    const stays = this.#cast.characters.some((character) => character.id === id);
    const next = stays ? id : this.#cast.latest?.id;
    if (next !== undefined) return this.#talk.open(next);
    this.#talk.current = null;
    this.#talk.messages = [];
  }

  #show(detail: CharacterDetailView): void {
    this.detail = detail;
    this.texts = structuredClone(detail.texts);
    this.trouble = null;
    this.saved = false;
  }

  async #do(act: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.trouble = null;
    this.saved = false;
    try {
      await act();
      return true;
    } catch (thrown) {
      this.trouble = asApiError(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const [getOwnCharacters, setOwnCharacters] = createContext<OwnCharactersState>();
