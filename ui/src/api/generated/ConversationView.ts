// Made from the Rust type of this name; do not edit.
import type { CharacterId } from './CharacterId';
import type { ConversationId } from './ConversationId';
import type { MessagePage } from './MessagePage';

export type ConversationView = { id: ConversationId, character_id: CharacterId, character_name: string, character_description: string, portrait: string | null, revision: number, reads_from: number | null, page: MessagePage };
