// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CodeShape } from "./CodeShape";
import type { SpanKind } from "./SpanKind";

/**
 * A run of text in one voice; never empty. Only a block of code holds line breaks, and it neither begins nor ends with one; it is
 * a paragraph of its own.
 */
export type Span = { kind: SpanKind, text: string, 
/**
 * Set when this is code; without its backticks.
 */
code?: CodeShape, 
/**
 * Whether a new paragraph starts here.
 */
paragraph?: boolean, };
