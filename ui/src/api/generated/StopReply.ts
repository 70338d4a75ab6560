// Made from the Rust type of this name; do not edit.
import type { ConversationId } from './ConversationId';

export type StopReply = { conversation_id: ConversationId };
