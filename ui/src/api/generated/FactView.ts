// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { FactId } from "./FactId";
import type { FactKind } from "./FactKind";
import type { FactScope } from "./FactScope";
import type { Source } from "./Source";

export type FactView = { id: FactId, text: string, kind: FactKind, scope: FactScope, importance: number, sources: Array<Source>, 
/**
 * The newer fact that took its place.
 */
superseded_by: FactId | null, 
/**
 * Milliseconds since 1970, UTC.
 */
created_at: number, };
