// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { TrashId } from "./TrashId";

/**
 * Puts something back where it was; where the conversation went on since, as a branch of its own.
 */
export type RestoreFromTrash = { id: TrashId, };
