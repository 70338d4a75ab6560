// What a model was sent: for the last request, or for a reply that the reader has pointed at.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { Event } from '../api/generated/Event';
import type { MessageView } from '../api/generated/MessageView';
import type { PromptRecordView } from '../api/generated/PromptRecordView';
import type { ConversationState } from './conversation.svelte';

type Talk = Pick<ConversationState, 'current'>;
type Reply = Pick<MessageView, 'id' | 'alternate' | 'position' | 'created_at'>;

/** Other requests are sent with these, or records of them are taken away. */
const TELLING = new Set<Event['type']>([
  'turn_started',
  'turn_committed',
  'turn_cut_short',
  'turn_failed',
  'conversation_changed',
  'memory_changed',
]);

export class InspectionState {
  /** Why the record could not be read. */
  error = $state.raw<ApiError | null>(null);
  /** A reply was pointed at, and whoever did it reads on where the record is. */
  #focusWanted = $state(false);
  #inspected = $state.raw<{ conversationId: string; reply: Reply } | null>(null);
  #read = $state.raw<{ of: string; record: PromptRecordView | null } | null>(null);

  /** The reply that is looked at; none looks at the last request. */
  readonly reply: Reply | null = $derived.by(() =>
    this.#inspected?.conversationId === this.#talk.current?.id ? (this.#inspected?.reply ?? null) : null,
  );
  readonly #wanted: string = $derived.by(() =>
    JSON.stringify([this.#talk.current?.id, this.reply?.id, this.reply?.alternate]),
  );
  /** Whether what is wanted was read. */
  readonly loaded: boolean = $derived.by(() => this.#read?.of === this.#wanted);
  /** What was sent; none when that is not known, or not kept any more. */
  readonly record: PromptRecordView | null = $derived.by(() => (this.loaded ? (this.#read?.record ?? null) : null));

  readonly #client: Client;
  readonly #talk: Talk;
  #reads = 0;
  #watchers = 0;

  constructor(client: Client, talk: Talk) {
    this.#client = client;
    this.#talk = talk;
  }

  /** Looks at what was sent for a reply of the open conversation. */
  inspect({ id, alternate, position, created_at }: MessageView): void {
    const conversationId = this.#talk.current?.id;
    if (conversationId === undefined) return;
    this.#inspected = { conversationId, reply: { id, alternate, position, created_at } };
    this.#focusWanted = true;
    if (this.#watchers > 0) void this.load();
  }

  /** Whether the record is to take the focus; true once for every reply that is pointed at. Reactive. */
  takeFocus(): boolean {
    const wanted = this.#focusWanted;
    if (wanted) this.#focusWanted = false;
    return wanted;
  }

  /** Looks at the last request. */
  inspectLast(): void {
    this.#inspected = null;
    if (this.#watchers > 0) void this.load();
  }

  /** Reads the record now and with every event that may bring another one, until the answer is called. */
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

  async load(): Promise<void> {
    const conversation_id = this.#talk.current?.id;
    if (conversation_id === undefined) return;
    const [read, of, { reply }] = [++this.#reads, this.#wanted, this];
    try {
      const input = { conversation_id, message_id: reply?.id ?? null, alternate: reply?.alternate ?? null };
      const record = await this.#client.call('get_prompt_record', input);
      if (read !== this.#reads) return;
      this.#read = { of, record };
      this.error = null;
    } catch (thrown) {
      if (read === this.#reads) this.error = asApiError(thrown);
    }
  }
}

export const [getInspection, setInspection] = createContext<InspectionState>();
