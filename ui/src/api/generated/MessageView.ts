// Made from the Rust type of this name; do not edit.
import type { MessageId } from './MessageId';
import type { MessageState } from './MessageState';
import type { Role } from './Role';
import type { Span } from './Span';

/** One message, ready to be drawn. */
export type MessageView = { id: MessageId, position: number, role: Role, text: string, spans: Array<Span>, state: MessageState, alternate: number, alternates: number, created_at: number };
