// Made from the Rust type of this name; do not edit.
import type { CharacterId } from './CharacterId';

export type ListConversations = { character_id: CharacterId };
