// What the reader has typed and not sent, and what went wrong, for each conversation.
import { SvelteMap } from 'svelte/reactivity';

import type { Client } from '../api/client';
import type { ErrorView } from '../api/generated/ErrorView';
import { Drafts } from './drafts.svelte';

/** What went wrong in a conversation; `userText` is what came back to the composer. */
export type Trouble = { code: string; message: string; userText?: string };

export class Unsent {
  readonly drafts: Drafts;
  readonly #troubles = new SvelteMap<string, Trouble>();

  constructor(client: Client) {
    this.drafts = new Drafts(client);
  }

  trouble(conversationId: string): Trouble | null {
    return this.#troubles.get(conversationId) ?? null;
  }

  /** Tells of an error that touched no words. */
  tell(conversationId: string, { code, message }: ErrorView): void {
    this.#troubles.set(conversationId, { code, message });
  }

  /** Gives words back that could not be sent, with the reason; there is none when the reader stopped the turn. */
  giveBack(conversationId: string, userText: string, error: ErrorView | null): void {
    this.drafts.write(conversationId, broughtBack(userText, this.drafts.text(conversationId)));
    if (error) this.#troubles.set(conversationId, { code: error.code, message: error.message, userText });
  }

  /** Words that were given back have arrived after all. */
  takeAgain(conversationId: string, userText: string): void {
    if (this.trouble(conversationId)?.userText !== userText) return;
    this.forgetTrouble(conversationId);
    if (this.drafts.text(conversationId) === userText) this.drafts.write(conversationId, '');
  }

  forgetTrouble(conversationId: string): void {
    this.#troubles.delete(conversationId);
  }
}

/** A text that comes back to the composer stands before what was typed meanwhile; neither is lost, neither is doubled. */
function broughtBack(text: string, typed: string): string {
  if (typed.trim() === '' || typed === text) return text;
  return typed.startsWith(`${text}\n`) ? typed : `${text}\n${typed}`;
}
