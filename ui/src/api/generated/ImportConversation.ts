// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { OperationId } from "./OperationId";
import type { OutsideFile } from "./OutsideFile";

/**
 * Reads a save file (1.0, 2.0 or 3.0) or a plain transcript into a new conversation. All or nothing.
 */
export type ImportConversation = { file: OutsideFile, 
/**
 * For transcripts that do not say with whom they are.
 */
character_id?: CharacterId, 
/**
 * Made by the client; sending it again gives the first report and brings nothing in a second time.
 */
operation_id?: OperationId, };
