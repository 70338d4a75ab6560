// Made from the Rust type of this name; do not edit.
import type { MessageId } from './MessageId';
import type { MessageView } from './MessageView';

export type TurnStarted = { user: MessageView | null, reply_id: MessageId, revision: number };
