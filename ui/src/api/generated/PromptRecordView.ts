// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { LeftOutView } from "./LeftOutView";
import type { MessageId } from "./MessageId";
import type { PromptPartView } from "./PromptPartView";
import type { SentFactView } from "./SentFactView";
import type { SentMemoryView } from "./SentMemoryView";

/**
 * What a model was sent for one reply.
 */
export type PromptRecordView = { message_id: MessageId, alternate: number, model: string, 
/**
 * How much the model can read and write together, in tokens, as it was asked for or assumed.
 */
window_tokens: number, 
/**
 * Whether the model itself said how much that is.
 */
window_known: boolean, 
/**
 * Kept free for the reply, in tokens.
 */
reply_tokens: number, 
/**
 * In the order of the text.
 */
parts: Array<PromptPartView>, 
/**
 * The facts that were sent, as they read then.
 */
facts: Array<SentFactView>, 
/**
 * The memories of the graph that were sent, and why each came to mind.
 */
recalled: Array<SentMemoryView>, left_out: Array<LeftOutView>, };
