// What is shown of the open conversation: its end, or a passage before it.
import { asApiError, type Client } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { MessageView } from '../api/generated/MessageView';
import { readAfter, readAround } from './passage';
import { readBack } from './reading';
import { joinEarlier } from './transcript';
import { Unsent, type Trouble } from './unsent.svelte';

/** How many earlier messages are read at once. */
const EARLIER = 100;

/** A message that is to be shown, by its position. A pointed one takes the focus, so that it can be told. */
type Wanted = {
  position: number;
  pointed?: true;
  /** How far the window's upper edge is to be below the message's own, in pixels; a quarter of the window above it without that. */
  into?: number;
};

/** Where somebody stopped reading before the end: at which message, how far in, and how many messages there were. */
export type Place = { position: number; into: number; total: number };

export class TranscriptState {
  /** The open conversation without its messages; its revision is always the newest known. */
  current = $state.raw<ConversationView | null>(null);
  /** The loaded messages: up to the last one, or a passage before it. */
  messages = $state.raw<MessageView[]>([]);
  loadingEarlier = $state(false);
  loadingLater = $state(false);
  /** How many messages come after the loaded ones: none, unless an earlier passage is shown. */
  later = $state(0);
  /** The message that the page was last asked to show. */
  wanted = $state.raw<Wanted | null>(null);
  /** Where the reader is in each conversation, unless they are at its end, so that they find the place again when they come back. */
  readonly places = new Map<string, Place>();

  /** The message that is shown before the program has stored it. */
  pendingId = $state<string | null>(null);

  /** How many messages the conversation has, loaded or not. */
  readonly total = $derived((this.messages.at(-1)?.position ?? -1) + 1 + this.later);

  protected readonly client: Client;
  protected readonly unsent: Unsent;
  /** Goes up with every opening and reading, so that an answer that was overtaken is dropped. */
  protected reads = 0;
  #goings = 0;
  /** Under which names the rows of messages go that were shown before they were stored. */
  protected readonly rows = new Map<string, string>();

  constructor(client: Client) {
    this.client = client;
    this.unsent = new Unsent(client);
  }

  get trouble(): Trouble | null {
    return this.current && this.unsent.trouble(this.current.id);
  }

  get draft(): string {
    return this.current ? this.unsent.drafts.text(this.current.id) : '';
  }

  set draft(text: string) {
    if (this.current) this.unsent.drafts.write(this.current.id, text);
  }

  /** Saves the draft without waiting for a pause: the reader may be leaving. */
  saveDraft(): void {
    if (this.current) void this.unsent.drafts.save(this.current.id);
  }

  /** Puts words into the composer that have no other place any more, before what stands there. */
  giveBack(text: string): void {
    if (this.current) this.unsent.giveBack(this.current.id, text, null);
  }

  /** Tells of an error of the open conversation that touched no words. */
  tell(thrown: unknown): void {
    if (this.current) this.unsent.tell(this.current.id, asApiError(thrown));
  }

  dismissTrouble(): void {
    if (this.current) this.unsent.forgetTrouble(this.current.id);
  }

  /** The name of a message's row. It stays the same when a message that was shown at once is stored. */
  rowOf({ id }: MessageView): string {
    return this.rows.get(id) ?? id;
  }

  /** Takes in what a command answered that changed the conversation but none of its messages: its name, its persona. */
  take(view: ConversationView): void {
    const { current } = this;
    if (current?.id === view.id && view.revision >= current.revision) this.current = view;
  }

  /** Reads the messages before the loaded ones. */
  async loadEarlier(): Promise<void> {
    const [conversation, first] = [this.current, this.messages[0]];
    if (!conversation || !first || first.position === 0 || this.loadingEarlier) return;
    this.loadingEarlier = true;
    try {
      const from = Math.max(0, first.position - EARLIER);
      const earlier = await readBack(this.client, conversation.id, from, first.position);
      // Messages that were taken away meanwhile have moved the places of the others.
      const still = this.current?.id === conversation.id && this.messages[0]?.id === first.id;
      if (still) this.messages = joinEarlier(earlier, this.messages);
    } catch (thrown) {
      this.unsent.tell(conversation.id, asApiError(thrown));
    } finally {
      this.loadingEarlier = false;
    }
  }

  /** Reads the messages after the loaded ones, while an earlier passage is shown. */
  async loadLater(): Promise<void> {
    const [conversation, last] = [this.current, this.messages.at(-1)];
    if (!conversation || !last || this.later === 0 || this.loadingLater) return;
    this.loadingLater = true;
    try {
      const more = await readAfter(this.client, conversation.id, last.position);
      if (this.current?.id !== conversation.id || this.messages.at(-1)?.id !== last.id) return;
      [this.messages, this.later] = [[...this.messages, ...more.messages], more.later];
    } catch (thrown) {
      this.unsent.tell(conversation.id, asApiError(thrown));
    } finally {
      this.loadingLater = false;
    }
  }

  /** Shows a message, wherever in the conversation it stands, with what was said around it. */
  async goTo(position: number): Promise<void> {
    this.#forgetPlace();
    await this.#goTo({ position });
  }

  /** Shows the place where the reader left the conversation, unless something else is asked for meanwhile. */
  async goBack({ position, into }: Place): Promise<void> {
    await this.#goTo({ position, into });
  }

  /** Shows a message and points at it. */
  async pointTo(position: number): Promise<void> {
    this.#forgetPlace();
    await this.#goTo({ position, pointed: true });
  }

  #forgetPlace(): void {
    if (this.current) this.places.delete(this.current.id);
  }

  async #goTo(wanted: Wanted): Promise<void> {
    const conversation = this.current;
    if (!conversation) return;
    const { reads } = this;
    const going = ++this.#goings;
    try {
      const around = await readAround(this.client, conversation.id, this.messages, wanted.position);
      if (this.current?.id !== conversation.id || reads !== this.reads || going !== this.#goings) return;
      if (around) [this.messages, this.later] = [around.messages, around.later];
      this.wanted = wanted;
    } catch (thrown) {
      this.unsent.tell(conversation.id, asApiError(thrown));
    }
  }

  /**
   * The messages to show with a view that was read again: its last ones, and before them those that were loaded already. The ones
   * from a position on are read again, since they may not be what they were. An earlier passage stays that passage.
   */
  protected async readAgain(view: ConversationView, from: number): Promise<{ messages: MessageView[]; later: number }> {
    const [first, last, page] = [this.messages[0]?.position ?? 0, this.messages.at(-1), view.page];
    const changed = Math.max(first, from);
    const unchanged = this.messages.filter(({ position }) => position < changed);
    const passage = this.later > 0 && last !== undefined && last.position + 1 < page.total;
    const before = passage ? last.position + 1 : (page.messages[0]?.position ?? 0);
    const again = await readBack(this.client, view.id, Math.min(changed, before), before);
    if (passage) return { messages: [...unchanged, ...again], later: page.total - before };
    return { messages: joinEarlier([...unchanged, ...again], page.messages), later: 0 };
  }

  /** A message that was shown at once is stored now, and its row stays the same. */
  protected settlePending(stored: MessageView): void {
    if (this.pendingId !== null) this.rows.set(stored.id, this.pendingId);
    this.pendingId = null;
  }

  /** The reader's own words stand at the end, so that is what has to be read to show them. False when the end is shown already. */
  protected leavePassage(): boolean {
    if (this.later === 0) return false;
    this.messages = [];
    this.later = 0;
    return true;
  }

  protected raiseRevision(revision: number): void {
    if (this.current && revision > this.current.revision) this.current = { ...this.current, revision };
  }
}
