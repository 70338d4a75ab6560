// Reading somewhere in the middle of a conversation.
import type { Client } from '../api/client';
import type { MessagePage } from '../api/generated/MessagePage';
import type { MessageView } from '../api/generated/MessageView';

/** Some messages without gaps, and how many come after them. */
export type Passage = { messages: MessageView[]; later: number };

/** How many messages are read at once. */
const AT_ONCE = 100;
/** How many of them stand before the one that is wanted. */
const BEFORE = 40;
/** How many messages may be read so that the passage stays joined to the end, before it is shown by itself. */
const JOINED_AT_MOST = 200;

/** Reads what stands around a position. None when the loaded messages hold it already. */
export async function readAround(
  client: Client,
  conversationId: string,
  loaded: readonly MessageView[],
  position: number,
): Promise<Passage | null> {
  const [first, last] = [loaded[0], loaded.at(-1)];
  if (first && last && position >= first.position && position <= last.position) return null;
  const missing = first ? first.position - Math.max(0, position - BEFORE) : Infinity;
  if (first && last && position < first.position && missing <= JOINED_AT_MOST) {
    const page = await read(client, conversationId, first.position, missing);
    return { messages: [...page.messages, ...loaded], later: afterLast(loaded, page.total - 1) };
  }
  const page = await read(client, conversationId, Math.max(0, position - BEFORE) + AT_ONCE, AT_ONCE);
  return { messages: page.messages, later: afterLast(page.messages, page.total - 1) };
}

/** Reads what comes after a position. */
export async function readAfter(client: Client, conversationId: string, position: number): Promise<Passage> {
  const page = await read(client, conversationId, position + 1 + AT_ONCE, AT_ONCE);
  const messages = page.messages.filter((message) => message.position > position);
  return { messages, later: Math.max(0, page.total - 1 - (messages.at(-1)?.position ?? position)) };
}

/** How many messages come after the loaded ones, when the last of all has this position. */
export function afterLast(loaded: readonly MessageView[], lastPosition: number): number {
  return Math.max(0, lastPosition - (loaded.at(-1)?.position ?? -1));
}

function read(client: Client, conversationId: string, before: number, limit: number): Promise<MessagePage> {
  return client.call('list_messages', { conversation_id: conversationId, before, limit });
}
