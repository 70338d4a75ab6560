// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { JobId } from "./JobId";
import type { OperationId } from "./OperationId";

/**
 * Saves the character of a draft as a file in the reader's folder, with its memories.
 */
export type SaveMadeCharacter = { job_id: JobId, expected_revision: number, 
/**
 * Made by the client; sending it again saves nothing a second time.
 */
operation_id: OperationId, 
/**
 * A portrait (PNG, JPEG or WebP, up to 2 MB) as base64; without it the monogram that characters without a picture have.
 */
portrait?: string, 
/**
 * The character that was made before, whose place this one takes: its id and its conversations. The former one, with its own past, goes
 * to the trash. Without it, another character is made.
 */
replaces?: CharacterId, };
