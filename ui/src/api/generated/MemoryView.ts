// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { AxisView } from "./AxisView";
import type { ConversationId } from "./ConversationId";
import type { ExtractionMethod } from "./ExtractionMethod";
import type { FactView } from "./FactView";
import type { MemoryWork } from "./MemoryWork";
import type { Source } from "./Source";
import type { SummaryView } from "./SummaryView";

/**
 * Everything that is remembered in one conversation.
 */
export type MemoryView = { conversation_id: ConversationId, 
/**
 * Changes of memory name the one they expect.
 */
memory_revision: number, summary: SummaryView | null, 
/**
 * In the order in which they are sent: newest first.
 */
pinned: Array<FactView>, 
/**
 * The most important first; those after the first 40 are kept and not sent.
 */
automatic: Array<FactView>, 
/**
 * What a newer fact has replaced.
 */
history: Array<FactView>, 
/**
 * The four axes, in their order.
 */
relationship: Array<AxisView>, 
/**
 * Messages that are in no prompt any more.
 */
excluded: Array<Source>, method: ExtractionMethod, work: MemoryWork, };
