// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MessageId } from "./MessageId";
import type { OperationId } from "./OperationId";

/**
 * Changes the chosen alternate's words of any message, in place. Control characters are left out, as in a new message.
 * `text` has 1 to 200,000 characters: more than can be sent, since a message that was brought in from elsewhere may be longer.
 */
export type EditMessage = { conversation_id: ConversationId, message_id: MessageId, text: string, expected_revision: number, operation_id: OperationId, };
