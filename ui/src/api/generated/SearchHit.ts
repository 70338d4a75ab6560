// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";
import type { ExcerptRun } from "./ExcerptRun";
import type { MessageId } from "./MessageId";
import type { Role } from "./Role";

/**
 * One message that was found.
 */
export type SearchHit = { conversation_id: ConversationId, character_id: CharacterId, message_id: MessageId, position: number, role: Role, 
/**
 * Text around what was found, cut into plain and found runs.
 */
excerpt: Array<ExcerptRun>, 
/**
 * Milliseconds since 1970, UTC.
 */
created_at: number, };
