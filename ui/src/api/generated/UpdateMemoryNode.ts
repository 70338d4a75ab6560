// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { MemoryId } from "./MemoryId";
import type { OperationId } from "./OperationId";

/**
 * Corrects a memory; what is none stays. The correction stays with the words of the memory: other words have none.
 */
export type UpdateMemoryNode = { conversation_id: ConversationId, 
/**
 * Made by the client; sending it again changes nothing more.
 */
operation_id: OperationId, memory_id: MemoryId, 
/**
 * At most 16, each of 1 to 60 characters.
 */
tags?: Array<string>, 
/**
 * From 0 to 1.
 */
priority?: number, 
/**
 * 1 to 4000 characters; only of the character's own past, and other ones than those of its other memories.
 */
text?: string, };
