// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { ErrorView } from "./ErrorView";
import type { JobId } from "./JobId";
import type { MessageId } from "./MessageId";
import type { MessageView } from "./MessageView";
import type { Span } from "./Span";

/**
 * One event. Order within a conversation: `TurnStarted`, any number of `TurnReasoning` and `TurnDelta`, then exactly one of
 * `TurnCommitted`, `TurnCutShort` and `TurnFailed`.
 */
export type Event = { "type": "turn_started", conversation_id: ConversationId, user: MessageView | null, reply: MessageView, revision: number, } | { "type": "turn_reasoning", conversation_id: ConversationId, message_id: MessageId, } | { "type": "turn_delta", conversation_id: ConversationId, message_id: MessageId, from: number, spans: Array<Span>, } | { "type": "turn_committed", conversation_id: ConversationId, message: MessageView, revision: number, } | { "type": "turn_not_translated", conversation_id: ConversationId, message_id: MessageId, error: ErrorView, } | { "type": "turn_cut_short", conversation_id: ConversationId, message: MessageView, error: ErrorView | null, revision: number, } | { "type": "turn_failed", conversation_id: ConversationId, message_id: MessageId, user_message_id: MessageId | null, user_text: string | null, restored: MessageView | null, error: ErrorView | null, revision: number, } | { "type": "turn_not_stored", conversation_id: ConversationId, message: MessageView, error: ErrorView, } | { "type": "conversation_changed", conversation_id: ConversationId, revision: number, } | { "type": "memory_changed", conversation_id: ConversationId, memory_revision: number, } | { "type": "job_changed", job_id: JobId, } | { "type": "graph_changed", conversation_id: ConversationId, } | { "type": "characters_changed" } | { "type": "settings_changed" } | { "type": "resync" };
