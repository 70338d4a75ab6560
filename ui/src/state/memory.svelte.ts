// What is remembered in the open conversation, and how the reader changes it.
import { createContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

import { asApiError, UNREACHABLE, type ApiError, type Client } from '../api/client';
import type { Axis } from '../api/generated/Axis';
import type { Event } from '../api/generated/Event';
import type { FactScope } from '../api/generated/FactScope';
import type { FactView } from '../api/generated/FactView';
import type { MemoryView } from '../api/generated/MemoryView';
import type { ConversationState } from './conversation.svelte';
import { MemoryChanges, type MemoryChange } from './memoryChanges';
import { keepInTab, keptInTab } from './storage';

/** The conversation as far as memory needs it. */
type Talk = Pick<ConversationState, 'current'>;

/** New words for a fact, or for the one that is made of two. */
export type FactEdit = { factId: string; mergedWith: string | null; text: string; before: string };

/** What went wrong, and where the reader was about to change something: the field, a fact's id or an axis. */
export type MemoryTrouble = { at: string; error: ApiError };

/** Where `MemoryTrouble` belongs when something new was to be remembered. */
export const REMEMBERING = 'remember';

/** After these, what is remembered may be something else. */
const TELLING = new Set<Event['type']>(['memory_changed', 'conversation_changed', 'turn_committed', 'turn_cut_short']);

export class MemoryState {
  /** Why memory could not be read; what was shown before stays. */
  error = $state.raw<ApiError | null>(null);
  trouble = $state.raw<MemoryTrouble | null>(null);
  /** A change is on its way. */
  busy = $state(false);

  #read = $state.raw<MemoryView | null>(null);
  /** What is remembered in the open conversation; none before it was read. */
  readonly view: MemoryView | null = $derived.by(() =>
    this.#read?.conversation_id === this.#talk.current?.id ? this.#read : null,
  );
  /** Every fact that can be changed, in the order in which they are shown. */
  readonly facts: FactView[] = $derived(this.view ? [...this.view.pinned, ...this.view.automatic] : []);

  readonly #client: Client;
  readonly #talk: Talk;
  readonly #changes: MemoryChanges;
  /** What stands in the field for something new, for each conversation. */
  readonly #drafts = new SvelteMap<string, string>();
  readonly #edits = new SvelteMap<string, FactEdit>();
  /** An edit has just been opened, and its box is not there yet to take the focus. */
  #focusWanted = false;
  #changed: Promise<unknown> = Promise.resolve();
  #reads = 0;
  /** How many parts of the window show memory. While none does, it is not read. */
  #watchers = 0;

  constructor(client: Client, talk: Talk) {
    this.#client = client;
    this.#talk = talk;
    this.#changes = new MemoryChanges(client);
  }

  /** Reads memory now, and again with every event that may have changed it, until the answer is called. */
  watch(): () => void {
    this.#watchers++;
    void this.load();
    return () => this.#watchers--;
  }

  handle(event: Event): void {
    if (this.#watchers === 0) return;
    const own = 'conversation_id' in event && event.conversation_id === this.#talk.current?.id;
    if (event.type === 'resync' || (own && TELLING.has(event.type))) void this.load();
  }

  /** Reads what is remembered in the open conversation. */
  async load(): Promise<void> {
    const id = this.#talk.current?.id;
    if (id === undefined) return;
    const read = ++this.#reads;
    try {
      const view = await this.#client.call('get_memory', { conversation_id: id });
      if (read !== this.#reads) return;
      this.#take(view);
      this.error = null;
    } catch (thrown) {
      if (read === this.#reads) this.error = asApiError(thrown);
    }
  }

  /** What stands in the field for something new. It stays until it is remembered. */
  get draft(): string {
    const id = this.#talk.current?.id;
    return id === undefined ? '' : (this.#drafts.get(id) ?? keptInTab(`remember:${id}`));
  }

  set draft(text: string) {
    const id = this.#talk.current?.id;
    if (id !== undefined) this.#write(id, text);
  }

  /** The fact whose words are being changed. */
  get editing(): FactEdit | null {
    return this.#edits.get(this.#talk.current?.id ?? '') ?? null;
  }

  edit({ id, text }: FactView): void {
    this.#focusWanted = true;
    this.#setEdit({ factId: id, mergedWith: null, text, before: text });
  }

  /** Opens the words of two facts as those of one. */
  editTogether(fact: FactView, other: FactView): void {
    const text = `${fact.text} ${other.text}`;
    this.#focusWanted = true;
    this.#setEdit({ factId: fact.id, mergedWith: other.id, text, before: text });
  }

  /** Whether the box of an edit is to take the focus; true once for every opening. */
  takeFocus(): boolean {
    const wanted = this.#focusWanted;
    this.#focusWanted = false;
    return wanted;
  }

  write(text: string): void {
    if (this.editing) this.#setEdit({ ...this.editing, text });
  }

  stopEditing(): void {
    this.#setEdit(null);
  }

  /** Adds a fact of the reader's own. It leaves the field, unless something else stands there by then. */
  async remember(text: string, scope: FactScope): Promise<boolean> {
    const id = this.#talk.current?.id;
    const done = await this.#change(REMEMBERING, 'remember_fact', { text: text.trim(), scope });
    if (done && id !== undefined && this.#drafts.get(id)?.trim() === text.trim()) this.#write(id, '');
    return done;
  }

  /** Saves the words under way; they stay open when that fails. */
  async saveEdit(): Promise<boolean> {
    const [edit, id] = [this.editing, this.#talk.current?.id];
    if (!edit || id === undefined || edit.text.trim() === '') return false;
    const { factId: fact_id, mergedWith } = edit;
    const text = edit.text.trim();
    const done =
      mergedWith === null
        ? await this.#change(fact_id, 'update_fact', { fact_id, text })
        : await this.#change(fact_id, 'merge_facts', { fact_ids: [fact_id, mergedWith], text });
    if (done) this.#edits.delete(id);
    return done;
  }

  /** Forgets a fact; what it has replaced, to the first of the row, goes with it or counts again. */
  async forget(factId: string, withReplaced: boolean): Promise<boolean> {
    return this.#change(factId, 'forget_fact', { fact_id: factId, with_replaced: withReplaced });
  }

  async pin(factId: string, pinned: boolean): Promise<boolean> {
    return this.#change(factId, 'pin_fact', { fact_id: factId, pinned });
  }

  /** Makes a fact known in every conversation of the character with this persona. */
  async giveToCharacter(factId: string): Promise<boolean> {
    return this.#change(factId, 'give_fact_to_character', { fact_id: factId });
  }

  async enable(axis: Axis, enabled: boolean): Promise<boolean> {
    return this.#change(axis, 'change_relationship_axis', { axis, enabled, locked: null });
  }

  async lock(axis: Axis, locked: boolean): Promise<boolean> {
    return this.#change(axis, 'change_relationship_axis', { axis, enabled: null, locked });
  }

  /** Deletes the developments of an axis in this conversation. */
  async reset(axis: Axis): Promise<boolean> {
    return this.#change(axis, 'reset_relationship_axis', { axis });
  }

  dismissTrouble(): void {
    this.trouble = null;
  }

  /** Changes asked for quickly go one after the other, each made from what the one before left. */
  #change<K extends MemoryChange['command']>(
    at: string,
    command: K,
    input: Extract<MemoryChange, { command: K }>['input'],
  ): Promise<boolean> {
    const id = this.#talk.current?.id;
    const change = { command, input } as MemoryChange;
    const changed = this.#changed.then(() => this.#changeNow(id, at, change));
    this.#changed = changed;
    return changed;
  }

  async #changeNow(conversationId: string | undefined, at: string, change: MemoryChange): Promise<boolean> {
    const { view } = this;
    if (!view || view.conversation_id !== conversationId) return false;
    this.busy = true;
    this.trouble = null;
    try {
      const changed = await this.#changes.ask(view, change);
      // A reading that was begun before is older than this.
      this.#reads++;
      this.#take(changed);
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      this.trouble = { at, error };
      if (error.code !== UNREACHABLE) await this.load();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Takes in an answer, unless something newer is there or another conversation is open by now. */
  #take(view: MemoryView): void {
    if (view.conversation_id !== this.#talk.current?.id) return;
    if (this.view && view.memory_revision < this.view.memory_revision) return;
    this.#read = view;
    this.#settleLostEdit();
  }

  /** Words for a fact that is not there any more go to the field for something new. */
  #settleLostEdit(): void {
    const { editing } = this;
    if (!editing || this.busy) return;
    const there = (id: string | null) => id === null || this.facts.some((fact) => fact.id === id);
    if (there(editing.factId) && there(editing.mergedWith)) return;
    this.#setEdit(null);
    if (editing.text !== editing.before) this.draft = [this.draft, editing.text].filter(Boolean).join('\n');
  }

  #write(conversationId: string, text: string): void {
    this.#drafts.set(conversationId, text);
    keepInTab(`remember:${conversationId}`, text);
  }

  #setEdit(edit: FactEdit | null): void {
    const id = this.#talk.current?.id;
    if (id === undefined) return;
    if (edit) this.#edits.set(id, edit);
    else this.#edits.delete(id);
  }
}

export const [getMemory, setMemory] = createContext<MemoryState>();
