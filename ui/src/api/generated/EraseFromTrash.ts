// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { TrashId } from "./TrashId";

/**
 * Erases one thing, or with none everything, for good.
 */
export type EraseFromTrash = { id?: TrashId, };
