import type { ConversationView } from '../api/generated/ConversationView';

/** What every change of a conversation names: the revision that it was made from, and a name of its own. */
export type Expected = { conversation_id: string; expected_revision: number; operation_id: string };

/** A change that is made from what is shown now. */
export function expectedOf({ id, revision }: ConversationView): Expected {
  return { conversation_id: id, expected_revision: revision, operation_id: newOperationId() };
}

/** A message that was sent and of which nobody knows yet whether it arrived. */
export type Sent = { operationId: string; text: string; revision: number; position: number };

/** A new name for a change: a random UUID. `crypto.randomUUID` is not there on pages that came over plain http from elsewhere. */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The messages that were sent and not answered for, one for each conversation. */
export class SentMessages {
  readonly #sent = new Map<string, Sent>();

  /** The same words sent again after an answer was lost go out under the same name, so that they cannot be stored twice. */
  send({ id, revision }: ConversationView, text: string, position: number): Sent {
    const lost = this.#sent.get(id);
    const again = lost && lost.text === text && lost.position === position;
    const sent = again ? lost : { operationId: newOperationId(), text, revision, position };
    this.#sent.set(id, sent);
    return sent;
  }

  of(conversationId: string): Sent | undefined {
    return this.#sent.get(conversationId);
  }

  settle(conversationId: string): void {
    this.#sent.delete(conversationId);
  }
}
