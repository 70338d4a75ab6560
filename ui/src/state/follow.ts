import type { Client } from '../api/client';
import type { MessageView } from '../api/generated/MessageView';

/** How often a reply is read whose beginning was not heard, in milliseconds. */
const READ_AGAIN_AFTER = 300;

interface Followed {
  conversationId: string;
  replyId: string;
  /** Whether the reply is still to be read. */
  wanted: () => boolean;
  show: (reply: MessageView) => void;
}

/**
 * Reads a reply again and again until it is over or no longer wanted. A reply whose beginning was not heard cannot be pieced
 * together from the events that come now, since nothing says where those go on.
 */
export async function readUntilOver(client: Client, followed: Followed): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, READ_AGAIN_AFTER));
    if (!followed.wanted()) return;
    const input = { conversation_id: followed.conversationId, limit: 1 };
    // A failed reading is no end: the next one may succeed.
    const page = await client.call('list_messages', input).catch(() => undefined);
    if (!followed.wanted()) return;
    const reply = page?.messages.at(-1);
    if (!reply) continue;
    if (reply.id !== followed.replyId || reply.state !== 'streaming') return;
    followed.show(reply);
  }
}
