// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";

/**
 * Where a conversation was branched off another.
 */
export type BranchPoint = { conversation_id: ConversationId, 
/**
 * The last shared message's position.
 */
position: number, };
