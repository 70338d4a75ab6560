// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { TrashId } from './TrashId';

export type GoneCharacter = { name: string; trash_id: TrashId | null };
