// Made from the Rust type of this name; do not edit.
import type { CharacterId } from './CharacterId';
import type { ConversationId } from './ConversationId';

export type OpenConversation = { character_id: CharacterId, conversation_id?: ConversationId };
