// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MessageId } from "./MessageId";
import type { MessageState } from "./MessageState";
import type { Role } from "./Role";
import type { Span } from "./Span";

/**
 * One message, ready to be drawn.
 */
export type MessageView = { id: MessageId, 
/**
 * Place in the conversation, from 0.
 */
position: number, role: Role, 
/**
 * As it was written; for copying and editing.
 */
text: string, 
/**
 * The same text, parsed.
 */
spans: Array<Span>, state: MessageState, 
/**
 * The chosen alternate, from 0, and how many there are.
 */
alternate: number, alternates: number, 
/**
 * Milliseconds since 1970, UTC.
 */
created_at: number, 
/**
 * How many facts were sent for this reply; none when that is not known (any more).
 */
used_memories: number | null, };
