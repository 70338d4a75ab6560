// Made from the Rust type of this name; do not edit.
import type { ConversationId } from './ConversationId';

export type ListMessages = { conversation_id: ConversationId, before?: number, limit: number };
