import type { Client } from '../api/client';
import type { MessageView } from '../api/generated/MessageView';

/** How many messages are read at once; the program gives no more. */
const AT_ONCE = 200;

/** Reads the messages from a position up to but without another one, page by page from the end. */
export async function readBack(
  client: Client,
  conversationId: string,
  from: number,
  before: number,
): Promise<MessageView[]> {
  const pages: MessageView[][] = [];
  let end = before;
  while (end > from) {
    const limit = Math.min(AT_ONCE, end - from);
    const page = await client.call('list_messages', { conversation_id: conversationId, before: end, limit });
    const first = page.messages[0];
    if (!first || first.position >= end) break;
    pages.unshift(page.messages);
    end = first.position;
  }
  return pages.flat();
}
