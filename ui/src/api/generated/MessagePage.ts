// Made from the Rust type of this name; do not edit.
import type { MessageView } from './MessageView';

export type MessagePage = { messages: Array<MessageView>, total: number };
