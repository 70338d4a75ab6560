// Made from the Rust type of this name; do not edit.
import type { CharacterId } from './CharacterId';
import type { ConversationId } from './ConversationId';

export type ConversationSummary = { id: ConversationId, character_id: CharacterId, title: string, message_count: number, updated_at: number };
