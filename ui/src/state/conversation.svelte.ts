// The open conversation: what is shown of it, what is under way, and how events change it.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { Event } from '../api/generated/Event';
import type { MessageView } from '../api/generated/MessageView';
import type { NewConversation } from '../api/generated/NewConversation';
import type { TurnStarted } from '../api/generated/TurnStarted';
import { isBlank } from './blank';
import { HeardReplies } from './live';
import { expectedOf, SentMessages, type Expected, type Sent } from './operation';
import { afterLast } from './passage';
import { awaited, further, place, shownLength, takeBack, unstored } from './transcript';
import { TranscriptState } from './transcript.svelte';

/** How far the reply is. */
export type TurnPhase = 'idle' | 'waiting' | 'thinking' | 'writing';

type ConversationEvent = Extract<Event, { conversation_id: string }>;
type FailedEvent = Extract<Event, { type: 'turn_failed' }>;

/** How often a reading is repeated that events have overtaken. */
const READ_AT_MOST = 5;

export class ConversationState extends TranscriptState {
  turn = $state<TurnPhase>('idle');
  /** A conversation is being opened. */
  opening = $state(false);
  /** Why the wanted character could not be opened. */
  openError = $state.raw<ApiError | null>(null);
  /** A change of what was said is on its way. */
  changing = $state(false);

  /** The last message is the reader's and nothing answers it. */
  readonly unanswered = $derived(this.turn === 'idle' && this.later === 0 && this.messages.at(-1)?.role === 'user');

  readonly #sent = new SentMessages();
  /** Replies that are over, so that a late answer does not bring them back. */
  readonly #over = new Set<string>();
  readonly #heard = new HeardReplies();
  #stopWanted = false;
  #lastWanted: { characterId: string; conversationId?: string } | null = null;

  /** The reading that is under way; 0 while none is. */
  #reading = 0;
  /** Something was to be read again while a conversation was being opened. */
  #readOnceOpen = false;
  #changes: Promise<unknown> = Promise.resolve();
  /** The revision that a change of this page made, until it is told of that as everybody is; and what it is told meanwhile. */
  #changedTo = 0;
  #toldMeanwhile = 0;

  /** Opens the latest conversation with a character, or a certain one. */
  async open(characterId: string, conversationId?: string): Promise<void> {
    this.#lastWanted = { characterId, conversationId };
    const input = conversationId
      ? { character_id: characterId, conversation_id: conversationId }
      : { character_id: characterId };
    await this.openWith(() => this.client.call('open_conversation', input));
  }

  /** Begins another conversation with a character. */
  async openNew(input: NewConversation): Promise<void> {
    this.#lastWanted = { characterId: input.character_id };
    await this.openWith(() => this.client.call('new_conversation', input));
  }

  /** Opens again what could not be opened. */
  async openAgain(): Promise<void> {
    if (this.#lastWanted) await this.open(this.#lastWanted.characterId, this.#lastWanted.conversationId);
  }

  /** Sends the reader's words. While a reply is under way, or for a blank text, nothing happens and the draft stays. */
  async send(text: string): Promise<void> {
    if (this.changing) await this.#changes;
    const conversation = this.current;
    if (!conversation || this.turn !== 'idle' || isBlank(text)) return;
    const sent = this.#sent.send(conversation, text, this.total);
    if (this.leavePassage()) void this.reload();
    this.unsent.forgetTrouble(conversation.id);
    if (this.draft === text) this.draft = '';
    this.saveDraft();
    this.pendingId = `pending:${sent.operationId}`;
    this.messages = [...this.messages, unstored(this.pendingId, sent.position, text, Date.now())];
    const ask = () =>
      this.client.call('send_message', {
        conversation_id: conversation.id,
        text,
        expected_revision: sent.revision,
        operation_id: sent.operationId,
      });
    await this.#startTurn(conversation.id, ask, sent);
  }

  /** Continues the last reply when it was cut short, or asks again for one that never came. */
  async continueReply(): Promise<void> {
    await this.askForReply((expected) => this.client.call('continue_reply', expected));
  }

  /** Begins a reply to what was said already. */
  async askForReply(ask: (expected: Expected) => Promise<TurnStarted>): Promise<void> {
    if (this.changing) await this.#changes;
    const conversation = this.current;
    if (!conversation || this.turn !== 'idle') return;
    this.unsent.forgetTrouble(conversation.id);
    await this.#startTurn(conversation.id, () => ask(expectedOf(conversation)));
  }

  /**
   * Changes what was said, from the position `from` on. Changes asked for quickly go one after the other, each made from what the
   * one before left. False when nothing was changed: the reader has then been told why, and sees what is there now.
   */
  async change(ask: (expected: Expected) => Promise<ConversationView>, from: number): Promise<boolean> {
    const wanted = this.current?.id;
    const change = this.#changes.then(async () => {
      const conversation = this.current;
      if (!conversation || conversation.id !== wanted || this.turn !== 'idle') return false;
      this.changing = true;
      try {
        return await this.#change(conversation, ask, from);
      } finally {
        this.changing = false;
      }
    });
    this.#changes = change;
    return change;
  }

  /** Stops the reply; what is shown of it is kept. */
  async stop(): Promise<void> {
    const conversation = this.current;
    if (!conversation || this.turn === 'idle') return;
    // Before the turn is stored there is nothing that could be stopped yet.
    if (this.pendingId !== null) this.#stopWanted = true;
    try {
      await this.client.call('stop_reply', { conversation_id: conversation.id });
    } catch (thrown) {
      this.unsent.tell(conversation.id, asApiError(thrown));
    }
  }

  /** Takes in an event of the program. */
  handle(event: Event): void {
    // Whoever was asked for while the program could not be reached is still wanted.
    if (event.type === 'resync') void (this.openError?.code === UNREACHABLE ? this.openAgain() : this.reload());
    if (!('conversation_id' in event)) return;
    this.#hear(event);
    if (event.type === 'turn_failed') this.#takeTextBack(event);
    if (event.type !== 'turn_failed' && 'error' in event && event.error)
      this.unsent.tell(event.conversation_id, event.error);
    if (event.conversation_id === this.current?.id) this.#handleOwn(event);
  }

  /** Reads the open conversation again; what was typed stays. */
  async reload(): Promise<void> {
    const conversation = this.current;
    // What is being opened may have been read before that which is to be read now.
    if (this.opening) this.#readOnceOpen = true;
    if (!conversation || this.opening) return;
    const read = ++this.reads;
    this.#reading = read;
    const input = { character_id: conversation.character_id, conversation_id: conversation.id };
    try {
      for (let attempt = 1; attempt <= READ_AT_MOST; attempt++) {
        const view = await this.client.call('open_conversation', input);
        if (read !== this.reads || this.current?.id !== view.id) return;
        // Events have told of something newer while the answer was on its way.
        if (view.revision < this.current.revision) continue;
        const again = await this.readAgain(view, 0);
        if (read !== this.reads || this.current?.id !== view.id) return;
        if (view.revision < this.current.revision) continue;
        this.#show(view, again.messages, again.later);
        if (this.trouble?.code === UNREACHABLE) this.unsent.forgetTrouble(view.id);
        return;
      }
    } catch (thrown) {
      if (read === this.reads) this.unsent.tell(conversation.id, asApiError(thrown));
    } finally {
      if (this.#reading === read) this.#reading = 0;
    }
  }

  /** Opens the conversation that is the answer to a command. */
  async openWith(ask: () => Promise<ConversationView>): Promise<void> {
    const read = ++this.reads;
    this.saveDraft();
    this.opening = true;
    this.#readOnceOpen = false;
    this.openError = null;
    try {
      const view = await ask();
      if (read !== this.reads) return;
      this.pendingId = null;
      this.#stopWanted = false;
      this.wanted = null;
      this.unsent.drafts.opened(view.id, view.draft);
      this.#show(view, view.page.messages, 0);
    } catch (thrown) {
      if (read !== this.reads) return;
      this.openError = asApiError(thrown);
      // The page must not go on with somebody else than was asked for.
      this.current = null;
      this.messages = [];
      this.later = 0;
      this.pendingId = null;
      this.turn = 'idle';
    } finally {
      if (read === this.reads) this.opening = false;
    }
    if (read === this.reads && this.#readOnceOpen) await this.reload();
  }

  async #change(
    conversation: ConversationView,
    ask: (expected: Expected) => Promise<ConversationView>,
    from: number,
  ): Promise<boolean> {
    this.unsent.forgetTrouble(conversation.id);
    this.#toldMeanwhile = 0;
    try {
      const view = await ask(expectedOf(conversation));
      this.#changedTo = this.#toldMeanwhile === view.revision ? 0 : view.revision;
      const again = await this.readAgain(view, from);
      if (this.current?.id !== view.id) return true;
      if (view.revision >= this.current.revision) this.#show(view, again.messages, again.later);
      if (this.#toldMeanwhile > this.current.revision) await this.reload();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      this.unsent.tell(conversation.id, error);
      // A lost answer leaves it open what was changed; that is read as soon as the program can be reached again.
      if (this.current?.id === conversation.id && error.code !== UNREACHABLE) await this.reload();
      return false;
    }
  }

  #show(view: ConversationView, messages: MessageView[], later: number): void {
    const same = this.current?.id === view.id;
    const shown = new Map((same ? this.messages : []).map((message) => [message.id, message]));
    const pending = this.turn === 'idle' || this.pendingId === null ? undefined : shown.get(this.pendingId);
    this.current = view;
    this.later = later;
    this.messages = messages.map((message) => further(shown.get(message.id), message));
    this.#settleArrived(view.id);
    const last = later === 0 ? this.messages.at(-1) : view.page.messages.at(-1);
    if (last?.state === 'streaming') {
      const joined = this.#heard.join(last) ?? last;
      if (later === 0) this.messages = this.messages.with(-1, joined);
      this.turn = shownLength(joined) > 0 ? 'writing' : 'waiting';
    } else if (pending && this.pendingId !== null) {
      this.messages = [...this.messages, { ...pending, position: this.total }];
    } else {
      this.turn = 'idle';
    }
  }

  /** A message is there after all whose answer is late or was lost: it is no longer wanted in the composer. */
  #settleArrived(conversationId: string): void {
    const sent = this.#sent.of(conversationId);
    const arrived = sent && this.messages.find(({ position }) => position === sent.position);
    if (!sent || arrived?.id === this.pendingId || arrived?.role !== 'user' || arrived.text !== sent.text) return;
    this.#sent.settle(conversationId);
    this.settlePending(arrived);
    this.unsent.takeAgain(conversationId, sent.text);
  }

  async #startTurn(conversationId: string, ask: () => Promise<TurnStarted>, sent?: Sent): Promise<void> {
    this.turn = 'waiting';
    this.#stopWanted = false;
    try {
      const started = await ask();
      if (this.#sent.of(conversationId) === sent) this.#sent.settle(conversationId);
      if (this.current?.id === conversationId) this.#takeAnswer(conversationId, started);
    } catch (thrown) {
      // When events have told of the message meanwhile, they decide what becomes of it.
      if (!sent || this.#sent.of(conversationId) === sent) this.#refused(conversationId, asApiError(thrown), sent);
    }
  }

  /** The answer to a command may come before, amid or after the events of its turn. */
  #takeAnswer(conversationId: string, started: TurnStarted): void {
    const stop = this.#stopWanted;
    this.#stopWanted = false;
    if (stop) void this.client.call('stop_reply', { conversation_id: conversationId }).catch(() => undefined);
    if (this.#over.has(started.reply_id)) return;
    this.raiseRevision(started.revision);
    if (this.messages.some(({ id }) => id === started.reply_id)) return;
    if (started.user) this.#place(started.user);
    if (started.user) this.#place(awaited(started.reply_id, started.user.position + 1, Date.now()));
  }

  #refused(conversationId: string, error: ApiError, sent?: Sent): void {
    // Only a lost answer leaves it open whether the message arrived.
    if (error.code !== UNREACHABLE) this.#sent.settle(conversationId);
    const here = this.current?.id === conversationId;
    if (here) {
      this.messages = takeBack(this.messages, [this.pendingId]);
      this.pendingId = null;
      this.turn = 'idle';
    }
    if (sent) this.unsent.giveBack(conversationId, sent.text, error);
    else this.unsent.tell(conversationId, error);
    if (here && error.code !== UNREACHABLE) void this.reload();
  }

  #handleOwn(event: ConversationEvent): void {
    switch (event.type) {
      case 'conversation_changed':
        if (this.changing) this.#toldMeanwhile = Math.max(this.#toldMeanwhile, event.revision);
        else if (event.revision === this.#changedTo) this.#changedTo = 0;
        else void this.reload();
        return;
      case 'turn_started':
        this.raiseRevision(event.revision);
        if (event.user) this.#place(event.user);
        this.#place(event.reply);
        this.turn = 'waiting';
        return;
      case 'turn_reasoning':
        if (this.turn === 'waiting') this.turn = 'thinking';
        return;
      case 'turn_delta':
        this.#append(event.message_id);
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

  /** What goes on in any conversation is heard: one that is being opened may be read in the middle of a reply. */
  #hear(event: ConversationEvent): void {
    if (event.type === 'turn_delta') this.#heard.hear(event);
    else if (event.type === 'turn_started') this.#heard.forget(event.reply.id);
    else if (event.type === 'turn_committed' || event.type === 'turn_cut_short') this.#heard.forget(event.message.id);
    else if (event.type === 'turn_failed') this.#heard.forget(event.message_id);
  }

  #append(messageId: string): void {
    if (this.#over.has(messageId)) return;
    const index = this.messages.findLastIndex(({ id }) => id === messageId);
    const reply = this.messages[index];
    if (!reply && this.later > 0) {
      this.turn = 'writing';
      return;
    }
    // Its beginning was not heard. What is heard while it is being read joins what was read.
    const joined = reply?.state === 'streaming' ? this.#heard.join(reply) : null;
    if (!joined) {
      if (this.#reading === 0 && !this.opening) void this.reload();
      return;
    }
    this.messages = this.messages.with(index, joined);
    this.turn = 'writing';
  }

  #end(replyId: string, revision: number): void {
    this.#over.add(replyId);
    this.raiseRevision(revision);
    this.turn = 'idle';
  }

  /** A reply that never came is taken away with the words that asked for it; one that stood there before stands again. */
  #dropFailed(event: FailedEvent): void {
    if (event.restored) return this.#place(event.restored);
    this.messages = takeBack(this.messages, [event.message_id, event.user_message_id, this.pendingId]);
    this.pendingId = null;
  }

  #takeTextBack({ conversation_id, user_text, error }: FailedEvent): void {
    this.#sent.settle(conversation_id);
    if (user_text !== null) this.unsent.giveBack(conversation_id, user_text, error);
    else if (error) this.unsent.tell(conversation_id, error);
  }

  #place(message: MessageView): void {
    if (message.role === 'user') {
      this.messages = takeBack(this.messages, [this.pendingId]);
      this.settlePending(message);
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
}

export const [getConversation, setConversation] = createContext<ConversationState>();
