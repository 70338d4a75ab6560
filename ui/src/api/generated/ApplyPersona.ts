// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { PersonaId } from "./PersonaId";

/**
 * Applies a persona to a conversation, or none.
 */
export type ApplyPersona = { conversation_id: ConversationId, persona_id: PersonaId | null, };
