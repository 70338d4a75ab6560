// What the reader has typed and not sent, for each conversation.
import { keepDraft, keptDraft } from './storage';

export class Drafts {
  readonly #texts = new Map<string, string>();

  read(conversationId: string): string {
    return this.#texts.get(conversationId) ?? keptDraft(conversationId);
  }

  write(conversationId: string, text: string): void {
    this.#texts.set(conversationId, text);
    keepDraft(conversationId, text);
  }
}

/** A text that comes back to the composer stands before what was typed meanwhile; neither is lost, neither is doubled. */
export function broughtBack(text: string, typed: string): string {
  if (typed.trim() === '' || typed === text) return text;
  return typed.startsWith(`${text}\n`) ? typed : `${text}\n${typed}`;
}
