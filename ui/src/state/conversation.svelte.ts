// The open conversation: what is shown of it, what is under way, and how events change it.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError, type Client } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { Event } from '../api/generated/Event';
import type { MessageView } from '../api/generated/MessageView';
import type { TurnStarted } from '../api/generated/TurnStarted';
import { readUntilOver } from './follow';
import { newOperationId, type Sent } from './operation';
import { afterLast, readAfter, readAround } from './passage';
import { append, awaited, further, joinEarlier, place, shownLength, takeBack, unstored } from './transcript';
import { Unsent, type Trouble } from './unsent.svelte';

/** How far the reply is. */
export type TurnPhase = 'idle' | 'waiting' | 'thinking' | 'writing';

type TurnEvent = Extract<Event, { conversation_id: string }>;
type FailedEvent = Extract<Event, { type: 'turn_failed' }>;

/** How many earlier messages are read at once. */
const EARLIER = 100;
/** How often a reading is repeated that events have overtaken. */
const READ_AT_MOST = 5;

export class ConversationState {
  /** The open conversation without its messages; its revision is always the newest known. */
  current = $state.raw<ConversationView | null>(null);
  /** The loaded messages: up to the last one, or a passage before it. */
  messages = $state.raw<MessageView[]>([]);
  turn = $state<TurnPhase>('idle');
  /** A conversation is being opened. */
  opening = $state(false);
  /** Why the wanted character could not be opened. */
  openError = $state.raw<ApiError | null>(null);
  loadingEarlier = $state(false);
  loadingLater = $state(false);
  /** How many messages come after the loaded ones: none, unless an earlier passage is shown. */
  later = $state(0);
  /** The message that the page was last asked to show, by its position. */
  wanted = $state.raw<{ position: number } | null>(null);
  /** The message that is shown before the program has stored it. */
  pendingId = $state<string | null>(null);

  /** How many messages the conversation has, loaded or not. */
  readonly total = $derived((this.messages.at(-1)?.position ?? -1) + 1 + this.later);
  /** The last message is the reader's and nothing answers it. */
  readonly unanswered = $derived(this.turn === 'idle' && this.later === 0 && this.messages.at(-1)?.role === 'user');

  readonly #client: Client;
  readonly #unsent = new Unsent();
  readonly #sent = new Map<string, Sent>();
  /** Replies that are over, so that a late answer does not bring them back. */
  readonly #over = new Set<string>();
  /** Goes up with every opening and reading, so that an answer that was overtaken is dropped. */
  #reads = 0;
  #stopWanted = false;
  /** The reply that is read again and again since its beginning was not heard. */
  #readReply: string | null = null;
  #lastWanted: { characterId: string; conversationId?: string } | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  get trouble(): Trouble | null {
    return this.current && this.#unsent.trouble(this.current.id);
  }

  get draft(): string {
    return this.current ? this.#unsent.draft(this.current.id) : '';
  }

  set draft(text: string) {
    if (this.current) this.#unsent.write(this.current.id, text);
  }

  /** Opens the latest conversation with a character, or a certain one. */
  async open(characterId: string, conversationId?: string): Promise<void> {
    this.#lastWanted = { characterId, conversationId };
    const input = conversationId
      ? { character_id: characterId, conversation_id: conversationId }
      : { character_id: characterId };
    await this.#openWith(() => this.#client.call('open_conversation', input));
  }

  /** Begins another conversation with a character. */
  async openNew(characterId: string): Promise<void> {
    this.#lastWanted = { characterId };
    await this.#openWith(() => this.#client.call('new_conversation', { character_id: characterId }));
  }

  /** Opens again what could not be opened. */
  async openAgain(): Promise<void> {
    if (this.#lastWanted) await this.open(this.#lastWanted.characterId, this.#lastWanted.conversationId);
  }

  /** Sends the reader's words. While a reply is under way, or for a blank text, nothing happens and the draft stays. */
  async send(text: string): Promise<void> {
    const conversation = this.current;
    if (!conversation || this.turn !== 'idle' || text.trim() === '') return;
    const sent = this.#operationFor(conversation, text);
    this.#leavePassage();
    this.#sent.set(conversation.id, sent);
    this.#unsent.forgetTrouble(conversation.id);
    this.draft = '';
    this.pendingId = `pending:${sent.operationId}`;
    this.messages = [...this.messages, unstored(this.pendingId, sent.position, text, Date.now())];
    const ask = () =>
      this.#client.call('send_message', {
        conversation_id: conversation.id,
        text,
        expected_revision: sent.revision,
        operation_id: sent.operationId,
      });
    await this.#startTurn(conversation.id, ask, sent);
  }

  /** Continues the last reply when it was cut short, or asks again for one that never came. */
  async continueReply(): Promise<void> {
    const conversation = this.current;
    if (!conversation || this.turn !== 'idle') return;
    this.#unsent.forgetTrouble(conversation.id);
    await this.#startTurn(conversation.id, () =>
      this.#client.call('continue_reply', {
        conversation_id: conversation.id,
        expected_revision: conversation.revision,
        operation_id: newOperationId(),
      }),
    );
  }

  /** Stops the reply; what is shown of it is kept. */
  async stop(): Promise<void> {
    const conversation = this.current;
    if (!conversation || this.turn === 'idle') return;
    // Before the turn is stored there is nothing that could be stopped yet.
    if (this.pendingId !== null) this.#stopWanted = true;
    try {
      await this.#client.call('stop_reply', { conversation_id: conversation.id });
    } catch (thrown) {
      this.#unsent.tell(conversation.id, asApiError(thrown));
    }
  }

  /** Reads the messages before the loaded ones. */
  async loadEarlier(): Promise<void> {
    const conversation = this.current;
    const first = this.messages[0];
    if (!conversation || !first || first.position === 0 || this.loadingEarlier) return;
    this.loadingEarlier = true;
    try {
      const page = await this.#client.call('list_messages', {
        conversation_id: conversation.id,
        before: first.position,
        limit: EARLIER,
      });
      if (this.current?.id === conversation.id) this.messages = joinEarlier(page.messages, this.messages);
    } catch (thrown) {
      this.#unsent.tell(conversation.id, asApiError(thrown));
    } finally {
      this.loadingEarlier = false;
    }
  }

  /** Shows a message, wherever in the conversation it stands, with what was said around it. */
  async goTo(position: number): Promise<void> {
    const conversation = this.current;
    if (!conversation) return;
    const reads = this.#reads;
    try {
      const around = await readAround(this.#client, conversation.id, this.messages, position);
      if (this.current?.id !== conversation.id || reads !== this.#reads) return;
      if (around) [this.messages, this.later] = [around.messages, around.later];
      this.wanted = { position };
    } catch (thrown) {
      this.#unsent.tell(conversation.id, asApiError(thrown));
    }
  }

  /** Reads the messages after the loaded ones, while an earlier passage is shown. */
  async loadLater(): Promise<void> {
    const [conversation, last] = [this.current, this.messages.at(-1)];
    if (!conversation || !last || this.later === 0 || this.loadingLater) return;
    this.loadingLater = true;
    try {
      const more = await readAfter(this.#client, conversation.id, last.position);
      if (this.current?.id !== conversation.id || this.messages.at(-1)?.id !== last.id) return;
      [this.messages, this.later] = [[...this.messages, ...more.messages], more.later];
    } catch (thrown) {
      this.#unsent.tell(conversation.id, asApiError(thrown));
    } finally {
      this.loadingLater = false;
    }
  }

  dismissTrouble(): void {
    if (this.current) this.#unsent.forgetTrouble(this.current.id);
  }

  /** Takes in an event of the program. */
  handle(event: Event): void {
    if (event.type === 'resync') void this.reload();
    if (!('conversation_id' in event)) return;
    if (event.type === 'turn_failed') this.#takeTextBack(event);
    if (event.type === 'turn_cut_short' && event.error) this.#unsent.tell(event.conversation_id, event.error);
    if (event.conversation_id === this.current?.id) this.#handleTurn(event);
  }

  /** Reads the open conversation again; what was typed stays. */
  async reload(): Promise<void> {
    const conversation = this.current;
    if (!conversation) return;
    const read = ++this.#reads;
    const input = { character_id: conversation.character_id, conversation_id: conversation.id };
    try {
      for (let attempt = 1; attempt <= READ_AT_MOST; attempt++) {
        const view = await this.#client.call('open_conversation', input);
        if (read !== this.#reads || this.current?.id !== view.id) return;
        // Events have told of something newer while the answer was on its way.
        if (view.revision < this.current.revision) continue;
        this.#show(view, this.messages);
        if (this.trouble?.code === UNREACHABLE) this.#unsent.forgetTrouble(view.id);
        return;
      }
    } catch (thrown) {
      if (read === this.#reads) this.#unsent.tell(conversation.id, asApiError(thrown));
    }
  }

  async #openWith(ask: () => Promise<ConversationView>): Promise<void> {
    const read = ++this.#reads;
    this.opening = true;
    this.openError = null;
    try {
      const view = await ask();
      if (read !== this.#reads) return;
      this.pendingId = null;
      this.#stopWanted = false;
      this.wanted = null;
      this.#show(view, []);
    } catch (thrown) {
      if (read !== this.#reads) return;
      this.openError = asApiError(thrown);
      // The page must not go on with somebody else than was asked for.
      this.current = null;
      this.messages = [];
      this.later = 0;
      this.pendingId = null;
      this.turn = 'idle';
    } finally {
      if (read === this.#reads) this.opening = false;
    }
  }

  #show(view: ConversationView, earlier: MessageView[]): void {
    const pending = this.turn === 'idle' ? undefined : earlier.find(({ id }) => id === this.pendingId);
    const shown = new Map(earlier.map((message) => [message.id, message]));
    this.current = view;
    this.later = 0;
    this.messages = joinEarlier(earlier, view.page.messages).map((message) => further(shown.get(message.id), message));
    this.#settleArrived(view.id);
    const last = this.messages.at(-1);
    if (last?.state === 'streaming') {
      this.turn = shownLength(last) > 0 ? 'writing' : 'waiting';
      void this.#follow(view.id, last.id);
    } else if (pending && this.pendingId !== null) {
      this.messages = [...this.messages, { ...pending, position: this.total }];
    } else {
      this.turn = 'idle';
    }
  }

  /** A message is there after all whose answer is late or was lost: it is no longer wanted in the composer. */
  #settleArrived(conversationId: string): void {
    const sent = this.#sent.get(conversationId);
    const arrived = sent && this.messages.find(({ position }) => position === sent.position);
    if (!sent || arrived?.id === this.pendingId || arrived?.role !== 'user' || arrived.text !== sent.text) return;
    this.#sent.delete(conversationId);
    this.pendingId = null;
    this.#unsent.takeAgain(conversationId, sent.text);
  }

  /** The same words sent again after an answer was lost go out under the same name, so that they cannot be stored twice. */
  #operationFor(conversation: ConversationView, text: string): Sent {
    const lost = this.#sent.get(conversation.id);
    if (lost && lost.text === text && lost.position === this.total) return lost;
    return { operationId: newOperationId(), text, revision: conversation.revision, position: this.total };
  }

  async #startTurn(conversationId: string, ask: () => Promise<TurnStarted>, sent?: Sent): Promise<void> {
    this.turn = 'waiting';
    this.#stopWanted = false;
    try {
      const started = await ask();
      if (this.#sent.get(conversationId) === sent) this.#sent.delete(conversationId);
      if (this.current?.id === conversationId) this.#takeAnswer(conversationId, started);
    } catch (thrown) {
      // When events have told of the message meanwhile, they decide what becomes of it.
      if (!sent || this.#sent.get(conversationId) === sent) this.#refused(conversationId, asApiError(thrown), sent);
    }
  }

  /** The answer to a command may come before, amid or after the events of its turn. */
  #takeAnswer(conversationId: string, started: TurnStarted): void {
    const stop = this.#stopWanted;
    this.#stopWanted = false;
    if (stop) void this.#client.call('stop_reply', { conversation_id: conversationId }).catch(() => undefined);
    if (this.#over.has(started.reply_id)) return;
    this.#raiseRevision(started.revision);
    if (this.messages.some(({ id }) => id === started.reply_id)) return;
    if (started.user) this.#place(started.user);
    if (started.user) this.#place(awaited(started.reply_id, started.user.position + 1, Date.now()));
  }

  #refused(conversationId: string, error: ApiError, sent?: Sent): void {
    // Only a lost answer leaves it open whether the message arrived.
    if (error.code !== UNREACHABLE) this.#sent.delete(conversationId);
    const here = this.current?.id === conversationId;
    if (here) {
      this.messages = takeBack(this.messages, [this.pendingId]);
      this.pendingId = null;
      this.turn = 'idle';
    }
    if (sent) this.#unsent.giveBack(conversationId, sent.text, error);
    else this.#unsent.tell(conversationId, error);
    if (here && ['conflict', 'busy', 'nothing_to_continue'].includes(error.code)) void this.reload();
  }

  #handleTurn(event: TurnEvent): void {
    switch (event.type) {
      case 'turn_started':
        this.#raiseRevision(event.revision);
        if (event.user) this.#place(event.user);
        this.#place(event.reply);
        this.turn = 'waiting';
        return;
      case 'turn_reasoning':
        if (this.turn === 'waiting') this.turn = 'thinking';
        return;
      case 'turn_delta':
        this.#append(event.message_id, event.spans);
        return;
      case 'turn_committed':
      case 'turn_cut_short':
        this.#end(event.message.id, event.revision);
        this.#place(event.message);
        return;
      case 'turn_failed':
        this.#end(event.message_id, event.revision);
        this.#dropFailed(event);
    }
  }

  #append(messageId: string, spans: MessageView['spans']): void {
    if (this.#over.has(messageId) || this.#readReply === messageId) return;
    const index = this.messages.findLastIndex(({ id }) => id === messageId);
    const reply = this.messages[index];
    if (!reply) {
      if (this.later === 0) void this.reload();
      else this.turn = 'writing';
      return;
    }
    this.messages = this.messages.with(index, { ...reply, state: 'streaming', spans: append(reply.spans, spans) });
    this.turn = 'writing';
  }

  #end(replyId: string, revision: number): void {
    this.#over.add(replyId);
    if (this.#readReply === replyId) this.#readReply = null;
    this.#raiseRevision(revision);
    this.turn = 'idle';
  }

  /** A reply that never came is taken away with the words that asked for it; one that was to be continued stays. */
  #dropFailed(event: FailedEvent): void {
    const reply = this.messages.find(({ id }) => id === event.message_id);
    if (reply && event.user_message_id === null && reply.spans.length > 0) {
      this.#place({ ...reply, state: 'cut_short' });
      return;
    }
    this.messages = takeBack(this.messages, [event.message_id, event.user_message_id, this.pendingId]);
    this.pendingId = null;
  }

  #takeTextBack({ conversation_id, user_text, error }: FailedEvent): void {
    this.#sent.delete(conversation_id);
    if (user_text !== null) this.#unsent.giveBack(conversation_id, user_text, error);
    else if (error) this.#unsent.tell(conversation_id, error);
  }

  #place(message: MessageView): void {
    if (message.role === 'user') {
      this.messages = takeBack(this.messages, [this.pendingId]);
      this.pendingId = null;
    }
    const placed = place(this.messages, message);
    // What is said meanwhile behind an earlier passage is only counted.
    if (placed.gap && this.later > 0) this.later = Math.max(this.later, afterLast(this.messages, message.position));
    else if (placed.gap) void this.reload();
    if (placed.gap) return;
    this.messages = placed.messages;
    if (message.role === 'user' && this.current) this.#settleArrived(this.current.id);
    // A reply that may be continued again is not over.
    if (message.state === 'streaming') this.#over.delete(message.id);
  }

  async #follow(conversationId: string, replyId: string): Promise<void> {
    if (this.#readReply === replyId) return;
    this.#readReply = replyId;
    const wanted = () => this.#readReply === replyId && this.current?.id === conversationId;
    const show = (reply: MessageView) => {
      this.#place(further(this.messages.at(-1), reply));
      if (shownLength(reply) > 0) this.turn = 'writing';
    };
    await readUntilOver(this.#client, { conversationId, replyId, wanted, show });
    const over = wanted();
    if (this.#readReply === replyId) this.#readReply = null;
    if (over) await this.reload();
  }

  /** The reader's own words stand at the end, so that is what is shown with them. */
  #leavePassage(): void {
    if (this.later === 0) return;
    this.messages = [];
    this.later = 0;
    void this.reload();
  }

  #raiseRevision(revision: number): void {
    if (this.current && revision > this.current.revision) this.current = { ...this.current, revision };
  }
}

export const [getConversation, setConversation] = createContext<ConversationState>();
