// skeleton, the body follows
import { createContext } from 'svelte';

import type { Client } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { Event } from '../api/generated/Event';
import type { MessageView } from '../api/generated/MessageView';

/** How far the reply is. */
export type TurnPhase = 'idle' | 'waiting' | 'thinking' | 'writing';

export type Trouble = { code: string; message: string; userText?: string };

export class ConversationState {
  current = $state.raw<ConversationView | null>(null);
  messages = $state.raw<MessageView[]>([]);
  total = $state(0);
  turn = $state<TurnPhase>('idle');
  trouble = $state.raw<Trouble | null>(null);
  draft = $state('');
  opening = $state(false);
  readonly client: Client;
  constructor(client: Client) {
    this.client = client;
  }
  async open(characterId: string, conversationId?: string): Promise<void> {
    void characterId;
    void conversationId;
  }
  async openNew(characterId: string): Promise<void> {
    void characterId;
  }
  async send(text: string): Promise<void> {
    void text;
  }
  async stop(): Promise<void> {}
  async continueReply(): Promise<void> {}
  async loadEarlier(): Promise<void> {}
  handle(event: Event): void {
    void event;
  }
}

export const [getConversation, setConversation] = createContext<ConversationState>();
