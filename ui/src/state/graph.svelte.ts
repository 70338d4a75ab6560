// The graph of memories of the open conversation: what is shown of it, which memory is looked at, and how the reader changes one.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError, type Client, type Commands } from '../api/client';
import type { Event } from '../api/generated/Event';
import type { MemoryDetailView } from '../api/generated/MemoryDetailView';
import type { MemoryGraphView } from '../api/generated/MemoryGraphView';
import type { MemoryNodeView } from '../api/generated/MemoryNodeView';
import type { RecallView } from '../api/generated/RecallView';
import type { ConversationState } from './conversation.svelte';
import { everything, isEverything, passing, type GraphFilter } from './graphFilter';
import { newOperationId } from './operation';
import { remember, remembered } from './storage';

type Talk = Pick<ConversationState, 'current'>;

/** What the colours of the picture tell. */
export type Colouring = 'community' | 'feeling';

/** How many of the ties between memories are drawn: the strongest few of each memory, some more, or whatever is known. */
export const tiesChoices = ['strongest', 'more', 'all'] as const;
export type Ties = (typeof tiesChoices)[number];

/** New tags, a new priority and, for the character's own past, new words of one memory, while they are being written. */
export type MemoryEdit = { memoryId: string; tags: string; priority: number; text: string | null; before: string };

type Change = { tags?: string[]; priority?: number; text?: string };

/** How long to wait before words are looked for in the messages, in milliseconds. */
const SEARCH_AFTER = 250;
/** How many messages are looked at for words; the program gives no more. */
const SEARCH_AT_MOST = 100;
/** After a turn the graph changes a few times within a moment; it is read once. In milliseconds. */
const READ_AFTER = 300;

export class GraphState {
  /** Why the graph could not be read; what was shown before stays. */
  error = $state.raw<ApiError | null>(null);
  /** Why the chosen memory could not be read, changed or forgotten. */
  trouble = $state.raw<ApiError | null>(null);
  busy = $state(false);
  colouring = $state<Colouring>(remembered('graph_colours') === 'feeling' ? 'feeling' : 'community');
  ties = $state<Ties>(tiesChoices.find((choice) => choice === remembered('graph_ties')) ?? 'strongest');
  editing = $state.raw<MemoryEdit | null>(null);
  /** What stands in the field for something said now, what it called to mind, and why that could not be told. */
  asking = $state('');
  recalled = $state.raw<RecallView | null>(null);
  recallTrouble = $state.raw<ApiError | null>(null);

  #read = $state.raw<MemoryGraphView | null>(null);
  #filter = $state.raw<GraphFilter>(everything);
  #found = $state.raw<ReadonlySet<string>>(new Set());
  #chosenId = $state<string | null>(null);
  #detail = $state.raw<MemoryDetailView | null>(null);

  /** The graph of the open conversation; none before it was read. */
  readonly view: MemoryGraphView | null = $derived.by(() =>
    this.#read?.conversation_id === this.#talk.current?.id ? this.#read : null,
  );
  readonly nodes: readonly MemoryNodeView[] = $derived(this.view?.nodes ?? []);
  /** 1 for each memory that passes the filter, else 0. */
  readonly mask: Uint8Array = $derived(passing(this.nodes, this.#filter, this.#found));
  /** The memories that pass the filter, the newest first. */
  readonly shown: readonly MemoryNodeView[] = $derived(
    this.nodes.filter((_, index) => this.mask[index] === 1).reverse(),
  );
  readonly filtered: boolean = $derived(!isEverything(this.#filter));
  readonly chosen: MemoryNodeView | null = $derived(this.nodes.find(({ id }) => id === this.#chosenId) ?? null);
  /** The chosen memory with its whole text, once it was read. */
  readonly detail: MemoryDetailView | null = $derived(this.#detail?.node.id === this.chosen?.id ? this.#detail : null);

  readonly #client: Client;
  readonly #talk: Talk;
  /** Changes whose answers were lost, with the names they went out under. */
  readonly #lost = new Map<string, string>();
  #reads = 0;
  #watchers = 0;
  #searches = 0;
  #asked = 0;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #searchTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(client: Client, talk: Talk) {
    this.#client = client;
    this.#talk = talk;
  }

  /** Reads the graph now, and again with every event that changes it, until the answer is called. */
  watch(): () => void {
    this.#watchers++;
    if (this.#read !== null && this.#read.conversation_id !== this.#talk.current?.id) this.#startAnew();
    void this.load();
    return () => this.#watchers--;
  }

  handle(event: Event): void {
    if (this.#watchers === 0) return;
    const own = event.type === 'graph_changed' && event.conversation_id === this.#talk.current?.id;
    if (!own && event.type !== 'resync') return;
    clearTimeout(this.#readTimer);
    this.#readTimer = setTimeout(() => void this.load(), READ_AFTER);
  }

  async load(): Promise<void> {
    const id = this.#talk.current?.id;
    if (id === undefined) return;
    const read = ++this.#reads;
    try {
      const view = await this.#client.call('get_memory_graph', { conversation_id: id });
      if (read !== this.#reads || view.conversation_id !== this.#talk.current?.id) return;
      this.#read = view;
      this.error = null;
    } catch (thrown) {
      if (read === this.#reads) this.error = asApiError(thrown);
    }
  }

  get filter(): GraphFilter {
    return this.#filter;
  }

  /** Changes what is looked at. Words are looked for in the titles at once, and in the messages a moment later. */
  narrow(change: Partial<GraphFilter>): void {
    const { text } = this.#filter;
    this.#filter = { ...this.#filter, ...change };
    if (this.#filter.text === text) return;
    clearTimeout(this.#searchTimer);
    this.#searches++;
    this.#found = new Set();
    if (this.#filter.text.trim() === '') return;
    this.#searchTimer = setTimeout(() => void this.#search(), SEARCH_AFTER);
  }

  showEverything(): void {
    this.narrow(everything);
  }

  colourBy(colouring: Colouring): void {
    this.colouring = colouring;
    remember('graph_colours', colouring);
    // A narrowing that the legend made can no longer be taken back there.
    this.narrow(colouring === 'feeling' ? { community: null } : { feeling: '' });
  }

  drawTies(ties: Ties): void {
    this.ties = ties;
    remember('graph_ties', ties);
  }

  /** Looks at a memory, or at none. */
  choose(id: string | null): void {
    if (this.#chosenId === id) return;
    this.#chosenId = id;
    this.editing = null;
    this.trouble = null;
    if (id !== null) void this.readChosen();
  }

  async readChosen(): Promise<void> {
    const [conversation_id, memory_id] = [this.#talk.current?.id, this.#chosenId];
    if (conversation_id === undefined || memory_id === null) return;
    this.trouble = null;
    try {
      const detail = await this.#client.call('get_memory_node', { conversation_id, memory_id });
      if (this.#chosenId === memory_id) this.#detail = detail;
    } catch (thrown) {
      if (this.#chosenId === memory_id) this.trouble = asApiError(thrown);
    }
  }

  edit(): void {
    if (!this.detail) return;
    const { node, text } = this.detail;
    const tags = node.tags.join(', ');
    this.editing = { memoryId: node.id, tags, priority: node.priority, text, before: JSON.stringify([tags, text]) };
  }

  write(change: Partial<Pick<MemoryEdit, 'tags' | 'priority' | 'text'>>): void {
    if (this.editing) this.editing = { ...this.editing, ...change };
  }

  stopEditing(): void {
    this.editing = null;
    this.trouble = null;
  }

  /** Saves what is being written; it stays open when that fails. */
  async saveEdit(): Promise<boolean> {
    const { editing, detail } = this;
    if (!editing || !detail || detail.node.id !== editing.memoryId) return false;
    const change: Change = {};
    const tags = tagsOf(editing.tags);
    if (JSON.stringify(tags) !== JSON.stringify(detail.node.tags)) change.tags = tags;
    if (editing.priority !== detail.node.priority) change.priority = editing.priority;
    if (editing.text !== null && editing.text.trim() !== detail.text) change.text = editing.text.trim();
    const done =
      Object.keys(change).length === 0 ||
      (await this.#change(async (conversation_id) => {
        const changed = await this.#ask('update_memory_node', {
          conversation_id,
          memory_id: editing.memoryId,
          ...change,
        });
        if (this.#chosenId === editing.memoryId) this.#detail = changed;
        this.#put(changed.node);
      }));
    if (done) this.editing = null;
    return done;
  }

  async forget(memoryId: string): Promise<boolean> {
    const done = await this.#change(async (conversation_id) => {
      await this.#ask('forget_memory_node', { conversation_id, memory_id: memoryId });
    });
    if (!done) return false;
    if (this.#chosenId === memoryId) this.choose(null);
    await this.load();
    return true;
  }

  /** Asks what the words in the field would call to mind. */
  async recall(): Promise<void> {
    const conversation_id = this.#talk.current?.id;
    const text = this.asking.trim();
    if (conversation_id === undefined || text === '') return;
    const turn = ++this.#asked;
    this.recallTrouble = null;
    try {
      const view = await this.#client.call('recall_memories', { conversation_id, text });
      if (turn === this.#asked) this.recalled = view;
    } catch (thrown) {
      if (turn === this.#asked) this.recallTrouble = asApiError(thrown);
    }
  }

  /** Asks for a change of a memory, and tells beside it when that failed. */
  async #change(act: (conversationId: string) => Promise<void>): Promise<boolean> {
    const id = this.#talk.current?.id;
    if (id === undefined || this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      await act(id);
      return true;
    } catch (thrown) {
      this.trouble = asApiError(thrown);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The same change asked for again after its answer was lost goes out under the same name, so that it cannot happen twice. */
  async #ask<K extends 'update_memory_node' | 'forget_memory_node'>(
    command: K,
    input: Omit<Commands[K]['input'], 'operation_id'>,
  ): Promise<Commands[K]['output']> {
    const change = JSON.stringify([command, input]);
    const operation_id = this.#lost.get(change) ?? newOperationId();
    this.#lost.delete(change);
    try {
      return await this.#client.call(command, { ...input, operation_id } as Commands[K]['input']);
    } catch (thrown) {
      if (asApiError(thrown).code === UNREACHABLE) this.#lost.set(change, operation_id);
      throw thrown;
    }
  }

  /** Shows a memory as it is now, until the graph is read again. */
  #put(node: MemoryNodeView): void {
    const view = this.view;
    if (view) this.#read = { ...view, nodes: view.nodes.map((old) => (old.id === node.id ? node : old)) };
  }

  /** Looks for the words in the messages of the conversation. What cannot be found there is still found by its title. */
  async #search(): Promise<void> {
    const conversation_id = this.#talk.current?.id;
    if (conversation_id === undefined) return;
    const search = ++this.#searches;
    try {
      const query = this.#filter.text.trim();
      const { hits } = await this.#client.call('search_messages', { query, conversation_id, limit: SEARCH_AT_MOST });
      if (search === this.#searches) this.#found = new Set(hits.map(({ message_id }) => message_id));
    } catch (thrown) {
      if (search === this.#searches && asApiError(thrown).code === UNREACHABLE) this.error = asApiError(thrown);
    }
  }

  /** Another conversation is looked at as a whole. */
  #startAnew(): void {
    this.#read = null;
    this.#detail = null;
    this.#asked++;
    this.recalled = null;
    this.recallTrouble = null;
    this.choose(null);
    this.showEverything();
  }
}

/** The tags of a line, each once, in their order. */
export function tagsOf(line: string): string[] {
  const tags = line.split(/[,،、;\n]/u).map((tag) => tag.trim());
  return [...new Set(tags.filter(Boolean))];
}

export const [getGraph, setGraph] = createContext<GraphState>();
