// What stands in the composers. The program keeps it, so that it is there again after a restart; until it does, the tab keeps it.
import { SvelteMap } from 'svelte/reactivity';

import type { Client } from '../api/client';
import { keepDraft, keptDraft } from './storage';

/** How long the reader must pause before a draft is saved, in milliseconds. */
const PAUSE = 400;

export class Drafts {
  readonly #client: Client;
  readonly #texts = new SvelteMap<string, string>();
  /** What the program keeps, as far as this page knows. */
  readonly #saved = new Map<string, string>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #saving = new Set<string>();

  constructor(client: Client) {
    this.#client = client;
  }

  text(conversationId: string): string {
    return this.#texts.get(conversationId) ?? keptDraft(conversationId);
  }

  write(conversationId: string, text: string): void {
    this.#texts.set(conversationId, text);
    keepDraft(conversationId, text);
    clearTimeout(this.#timers.get(conversationId));
    this.#timers.set(
      conversationId,
      setTimeout(() => void this.save(conversationId), PAUSE),
    );
  }

  /** A conversation was opened for which the program keeps this text. What was typed here and is not saved yet is newer. */
  opened(conversationId: string, kept: string): void {
    const typed = this.text(conversationId);
    const known = this.#texts.has(conversationId) || typed !== '';
    if (known && typed !== this.#saved.get(conversationId)) {
      this.#texts.set(conversationId, typed);
      void this.save(conversationId);
      return;
    }
    this.#saved.set(conversationId, kept);
    this.#texts.set(conversationId, kept);
  }

  /**
   * Saves a draft now, if anything of it is not saved yet. One save at a time goes out, so that a slower one cannot put an older
   * text over a newer one. One that fails is made up for by the next.
   */
  async save(conversationId: string): Promise<void> {
    clearTimeout(this.#timers.get(conversationId));
    if (this.#saving.has(conversationId)) return;
    this.#saving.add(conversationId);
    try {
      for (;;) {
        const text = this.#texts.get(conversationId);
        if (text === undefined || text === this.#saved.get(conversationId)) return;
        await this.#client.call('save_draft', { conversation_id: conversationId, text });
        this.#saved.set(conversationId, text);
        if (this.#texts.get(conversationId) === text) keepDraft(conversationId, '');
      }
    } catch {
      // The tab still keeps it.
    } finally {
      this.#saving.delete(conversationId);
    }
  }
}
