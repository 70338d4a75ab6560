// Made from the Rust type of this name; do not edit.
import type { SpanKind } from './SpanKind';

/** A run of text in one voice; never holds a line break. */
export type Span = { kind: SpanKind, text: string, paragraph?: boolean };
