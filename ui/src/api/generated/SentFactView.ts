// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { FactId } from "./FactId";
import type { FactKind } from "./FactKind";

export type SentFactView = { id: FactId, text: string, kind: FactKind, };
