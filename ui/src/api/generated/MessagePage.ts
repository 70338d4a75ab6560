// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MessageView } from "./MessageView";

/**
 * Some messages of a conversation, in order of position, without gaps.
 */
export type MessagePage = { messages: Array<MessageView>, 
/**
 * How many messages the conversation has.
 */
total: number, };
