// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { OperationId } from "./OperationId";
import type { OutsideFile } from "./OutsideFile";

/**
 * Reads memories for a character's own past: a list (`user_message`, `bot_response`, `timestamp`, `tags`, `priority_score`) or a
 * graph (`nodes`, `edges`). All or nothing. Exactly one of `file` and `text` is to be given.
 */
export type ImportMemories = { character_id: CharacterId, 
/**
 * Made by the client, as for other imports. None is needed: what is there already, word for word, is never brought in a second
 * time.
 */
operation_id?: OperationId, file?: OutsideFile, text?: string, };
