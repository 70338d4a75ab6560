// For tests: plain data with what matters given and the rest filled in.
import type { ConversationView } from '../api/generated/ConversationView';
import type { MessageView } from '../api/generated/MessageView';

export function message(position: number, text: string, change: Partial<MessageView> = {}): MessageView {
  return {
    id: `m${position}`,
    position,
    role: position % 2 === 0 ? 'character' : 'user',
    text,
    spans: text === '' ? [] : [{ kind: 'speech', text }],
    state: 'complete',
    alternate: 0,
    alternates: 1,
    created_at: Date.UTC(2026, 10, 29, 12, position % 60),
    used_memories: null,
    ...change,
  };
}

export function conversation(messages: MessageView[], change: Partial<ConversationView> = {}): ConversationView {
  return {
    id: 'talk',
    character_id: 'sherlock_holmes',
    character_name: 'Sherlock Holmes',
    character_description: 'Detective in Baker Street',
    portrait: 'v1',
    gone: null,
    revision: messages.length,
    reads_from: null,
    page: { messages, total: (messages.at(-1)?.position ?? -1) + 1 },
    name: '',
    branched_from: null,
    draft: '',
    persona: null,
    language: '',
    ...change,
  };
}
