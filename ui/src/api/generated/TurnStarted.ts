// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MessageId } from "./MessageId";
import type { MessageView } from "./MessageView";

/**
 * A turn that is stored and under way.
 */
export type TurnStarted = { user: MessageView | null, reply_id: MessageId, 
/**
 * The conversation's new revision.
 */
revision: number, };
