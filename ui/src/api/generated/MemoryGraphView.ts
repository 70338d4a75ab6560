// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ConversationId } from "./ConversationId";
import type { GraphAnalysisView } from "./GraphAnalysisView";
import type { MemoryNodeView } from "./MemoryNodeView";

/**
 * The memories that one conversation can recall, and what joins them.
 */
export type MemoryGraphView = { conversation_id: ConversationId, 
/**
 * The conversation's own, those of the conversations that it was begun from, and the character's own past; oldest first.
 */
nodes: Array<MemoryNodeView>, 
/**
 * Each as two indices into `nodes`, the smaller one first, and the weight in thousandths: the strongest 8 of each memory.
 */
edges: [number, number, number][], analysis: GraphAnalysisView, };
