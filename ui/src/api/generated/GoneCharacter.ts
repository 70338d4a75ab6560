// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { TrashId } from "./TrashId";

/**
 * A character whose file is not there any more.
 */
export type GoneCharacter = { 
/**
 * As it was called, as far as that is known; else its id.
 */
name: string, 
/**
 * Where it lies in the trash; none when it is not there either.
 */
trash_id: TrashId | null, };
