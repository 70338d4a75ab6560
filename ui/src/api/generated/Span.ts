// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { SpanKind } from "./SpanKind";

/**
 * A run of text in one voice; never empty, never holds a line break.
 */
export type Span = { kind: SpanKind, text: string, 
/**
 * Whether a new paragraph starts here.
 */
paragraph?: boolean, };
