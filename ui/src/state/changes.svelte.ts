// Taking back, trying again, going another way: what the reader does with what was said already.
import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

import { ApiError, type Client } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { MessageView } from '../api/generated/MessageView';
import type { ConversationState } from './conversation.svelte';
import { keepEdit, keptEdit, type Edit } from './edits';
import { newOperationId, type Expected } from './operation';

/** What was put into the trash last, so that it can be brought back at once. */
export type Removed = { what: 'turn' | 'message' | 'cleared' | 'conversation'; conversationId: string };

/** Where something was removed from, as the page stood then; when anything has happened since, it is in the past. */
type RemovedWhen = Removed & { shown: string | undefined; revision: number | undefined };

export class ChangesState {
  #removed = $state.raw<RemovedWhen | null>(null);

  /** What was removed last, until something else happens. */
  readonly removed: Removed | null = $derived.by(() => {
    const [removed, now] = [this.#removed, this.#talk.current];
    return removed && now?.id === removed.shown && now?.revision === removed.revision ? removed : null;
  });

  /** An edit is being saved. */
  saving = $state(false);

  readonly #client: Client;
  readonly #talk: ConversationState;
  readonly #edits = new SvelteMap<string, Edit | null>();
  /** An edit has just been opened, and its box is not there yet to take the focus. */
  #focusWanted = false;

  constructor(client: Client, talk: ConversationState) {
    this.#client = client;
    this.#talk = talk;
  }

  /** The edit that is under way in the open conversation. */
  get editing(): Edit | null {
    const id = this.#talk.current?.id;
    if (id === undefined) return null;
    return this.#edits.has(id) ? (this.#edits.get(id) ?? null) : keptEdit(id);
  }

  /**
   * What the message that is being edited says by now, when somebody changed it elsewhere since the edit began. The new words would take
   * the place of some that the reader of this page has never seen, so nothing is saved before they have chosen.
   */
  get changedElsewhere(): string | null {
    const edit = this.editing;
    const now = edit && !this.saving ? this.#messageOf(edit.messageId)?.text : undefined;
    return now === undefined || now === edit?.before || now === edit?.text ? null : now;
  }

  /** Goes on with the words of this page, which may then take the place of those from elsewhere. */
  keepMyWords(): void {
    const [edit, theirs] = [this.editing, this.changedElsewhere];
    if (edit && theirs !== null) this.#setEdit({ ...edit, before: theirs });
  }

  /** Goes on with the words from elsewhere; those of this page are let go. */
  takeOtherWords(): void {
    const [edit, theirs] = [this.editing, this.changedElsewhere];
    if (edit && theirs !== null) this.#setEdit({ ...edit, text: theirs, before: theirs });
  }

  /** Nothing is under way that a change would have to wait for. */
  readonly ready: boolean = $derived.by(
    () => this.#talk.turn === 'idle' && this.#talk.pendingId === null && this.#talk.current !== null,
  );
  /** The last message; none while an earlier passage is shown. */
  readonly last: MessageView | null = $derived.by(() =>
    this.#talk.later === 0 ? (this.#talk.messages.at(-1) ?? null) : null,
  );
  /** The reader's last message; none while an earlier passage is shown. */
  readonly lastOwn: MessageView | null = $derived.by(() =>
    this.#talk.later === 0 ? (this.#talk.messages.findLast(({ role }) => role === 'user') ?? null) : null,
  );
  /** The last reply, when it is one that can be had in other words. */
  readonly retriable: MessageView | null = $derived.by(() =>
    this.last?.role === 'character' && this.lastOwn !== null ? this.last : null,
  );

  /** Asks for the last reply in other words; the former ones are kept. */
  async retry(): Promise<void> {
    if (!this.ready || this.retriable === null) return;
    this.#removed = null;
    await this.#talk.askForReply((expected) => this.#client.call('retry_reply', expected));
  }

  /** Goes to another alternate of a message; past the last one of the last reply, asks for one more. */
  async turnOver(messageId: string, step: 1 | -1): Promise<void> {
    const message = this.#messageOf(messageId);
    if (!message || !this.ready) return;
    if (step === 1 && message.alternate + 1 >= message.alternates) {
      // Alternates that were asked for quickly one after the other are still on their way.
      if (!this.#talk.changing && message.id === this.retriable?.id) await this.retry();
      return;
    }
    await this.#talk.change((expected) => {
      const now = this.#messageOf(messageId) ?? message;
      const alternate = Math.min(Math.max(now.alternate + step, 0), now.alternates - 1);
      return this.#client.call('choose_alternate', { ...expected, message_id: messageId, alternate });
    }, message.position);
  }

  /** Takes back the last exchange. */
  async undo(): Promise<void> {
    const from = this.lastOwn?.position;
    if (from === undefined) return;
    await this.#remove('turn', (expected) => this.#client.call('undo_turn', expected), from);
  }

  async delete(message: MessageView): Promise<void> {
    const ask = (expected: Expected) => this.#client.call('delete_message', { ...expected, message_id: message.id });
    await this.#remove('message', ask, message.position);
  }

  /** Takes back everything but the greeting. */
  async clear(): Promise<void> {
    await this.#remove('cleared', (expected) => this.#client.call('clear_conversation', expected), 0);
  }

  /** Opens a message for editing; nothing is changed before it is saved. */
  edit({ id, position, text }: MessageView): void {
    this.#focusWanted = true;
    this.#setEdit({ messageId: id, position, text, before: text });
  }

  /** Opens the reader's last message for editing. False when there is none, or a reply is under way. */
  editLast(): boolean {
    if (!this.ready || this.lastOwn === null || this.editing !== null) return false;
    this.edit(this.lastOwn);
    return true;
  }

  /** Whether the box of an edit is to take the focus; true once for every opening. */
  takeFocus(): boolean {
    const wanted = this.#focusWanted;
    this.#focusWanted = false;
    return wanted;
  }

  /** Keeps what was typed into the edited message. */
  write(text: string): void {
    if (this.editing) this.#setEdit({ ...this.editing, text });
  }

  stopEditing(): void {
    this.#setEdit(null);
  }

  /** Puts the new words in the place of the old ones; what comes after stays. */
  async saveEdit(): Promise<boolean> {
    if (this.changedElsewhere !== null) return false;
    return this.#endEdit((edit) => {
      const ask = (expected: Expected) => {
        this.#refuseUnseen(edit);
        return this.#client.call('edit_message', { ...expected, message_id: edit.messageId, text: edit.text });
      };
      return this.#talk.change(ask, edit.position);
    });
  }

  /** Takes the reader's last message back with the reply to it, and sends the new words. */
  async sendEdit(): Promise<boolean> {
    if (this.changedElsewhere !== null) return false;
    const words = this.editing?.text;
    const done = await this.#endEdit((edit) => {
      const takeBack = async (expected: Expected) => {
        this.#refuseUnseen(edit);
        return (await this.#client.call('edit_last_message', expected)).conversation;
      };
      return this.#talk.change(takeBack, edit.position);
    });
    if (done && words !== undefined) void this.#talk.send(words);
    return done;
  }

  /** Begins a branch before an earlier message and sends the new words there; this conversation stays as it is. */
  async branchWithEdit(): Promise<boolean> {
    const words = this.editing?.text;
    const done = await this.#endEdit(async (edit) => {
      if (edit.position === this.#talk.messages[0]?.position) await this.#talk.loadEarlier();
      const before = this.#talk.messages.find(({ position }) => position === edit.position - 1);
      return before !== undefined && this.branch(before);
    });
    if (done && words !== undefined) void this.#talk.send(words);
    return done;
  }

  /**
   * An edited message that is not there any more, since it was taken away elsewhere, leaves its new words to the composer. One that says
   * something else by now is gone on with, as long as nothing was changed here or the same was written.
   */
  settleEdit(): void {
    const [edit, first] = [this.editing, this.#talk.messages[0]];
    const now = edit && !this.saving ? this.#messageOf(edit.messageId)?.text : undefined;
    if (edit && now !== undefined && now !== edit.before && [edit.before, now].includes(edit.text))
      this.#setEdit({ ...edit, text: now, before: now });
    // One that stands before the loaded ones, or after the passage that is shown, may well be there.
    const loaded = edit && first && edit.position >= first.position && this.#talk.later === 0;
    if (!loaded || this.saving || this.#messageOf(edit.messageId)) return;
    this.#setEdit(null);
    if (edit.text !== edit.before) this.#talk.giveBack(edit.text);
  }

  /** Begins a branch that shares everything up to and with a message, and opens it. */
  async branch(message: MessageView): Promise<boolean> {
    const conversation = this.#talk.current;
    if (!conversation) return false;
    const input = { conversation_id: conversation.id, message_id: message.id, operation_id: newOperationId() };
    return this.#openAnswer(() => this.#client.call('branch_conversation', input));
  }

  /** Names a conversation; an empty name takes the name away. Rejects with an `ApiError`. */
  async rename(conversationId: string, name: string): Promise<void> {
    const view = await this.#client.call('rename_conversation', { conversation_id: conversationId, name: name.trim() });
    this.#talk.take(view);
  }

  /** Puts a whole conversation into the trash. When it is the open one, the latest other one is opened. */
  async deleteConversation(characterId: string, conversationId: string): Promise<boolean> {
    const own = this.#talk.current?.id === conversationId;
    // This page knows what happens to it, and need not read it again when all pages are told.
    this.#talk.changing = own;
    try {
      await this.#client.call('delete_conversation', { conversation_id: conversationId });
      if (own) await this.#talk.open(characterId);
    } catch (thrown) {
      this.#talk.tell(thrown);
      return false;
    } finally {
      this.#talk.changing = false;
    }
    this.#tellRemoved('conversation', conversationId);
    return true;
  }

  /** Brings back what was removed last. */
  async bringBack(): Promise<void> {
    const removed = this.removed;
    if (!removed) return;
    const back = await this.#openAnswer(async () => {
      const trash = await this.#client.call('list_trash', {});
      const newest = trash
        .filter((item) => item.conversation_id === removed.conversationId)
        .sort((one, other) => other.removed_at - one.removed_at)[0];
      if (!newest) throw new ApiError('not_found', 'It is not in the trash any more.');
      return this.#client.call('restore_from_trash', { id: newest.id });
    });
    // Wherever the reader was, they see what came back: what they had said, and the reply below it.
    if (back && removed.what === 'turn') await this.#talk.goTo(Math.max(0, this.#talk.total - 2));
  }

  async #openAnswer(ask: () => Promise<ConversationView>): Promise<boolean> {
    this.#removed = null;
    try {
      const view = await ask();
      await this.#talk.openWith(() => Promise.resolve(view));
      return true;
    } catch (thrown) {
      this.#talk.tell(thrown);
      return false;
    }
  }

  async #remove(
    what: Removed['what'],
    ask: (expected: Expected) => Promise<ConversationView>,
    from: number,
  ): Promise<void> {
    const conversationId = this.#talk.current?.id;
    this.#removed = null;
    const done = await this.#talk.change(ask, from);
    if (done && conversationId !== undefined) this.#tellRemoved(what, conversationId);
  }

  #tellRemoved(what: Removed['what'], conversationId: string): void {
    const now = this.#talk.current;
    this.#removed = { what, conversationId, shown: now?.id, revision: now?.revision };
  }

  /** What was removed last is not told of any more. */
  dismissRemoved(): void {
    this.#removed = null;
  }

  #messageOf(messageId: string): MessageView | undefined {
    return this.#talk.messages.find(({ id }) => id === messageId);
  }

  /** The revision that a change names is the one of this page, so what the page shows is what would be written over. */
  #refuseUnseen(edit: Edit): void {
    const now = this.#messageOf(edit.messageId)?.text;
    if (now !== undefined && now !== edit.before && now !== edit.text)
      throw new ApiError('conflict', 'The message was changed meanwhile; nothing was saved.');
  }

  /** Saves the edit under way; it stays open when that fails. */
  async #endEdit(save: (edit: Edit) => Promise<boolean>): Promise<boolean> {
    this.settleEdit();
    const [edit, conversationId] = [this.editing, this.#talk.current?.id];
    if (!edit || this.saving) return false;
    this.saving = true;
    this.#removed = null;
    try {
      const saved = await save(edit);
      if (saved) this.#setEdit(null, conversationId);
      return saved;
    } finally {
      this.saving = false;
    }
  }

  #setEdit(edit: Edit | null, conversationId = this.#talk.current?.id): void {
    if (conversationId === undefined) return;
    this.#edits.set(conversationId, edit);
    keepEdit(conversationId, edit);
  }
}

export const [getChanges, setChanges] = createContext<ChangesState>();
