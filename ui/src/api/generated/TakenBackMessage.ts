// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationView } from "./ConversationView";

/**
 * The words that go back into the composer, and the conversation without them.
 */
export type TakenBackMessage = { text: string, conversation: ConversationView, };
