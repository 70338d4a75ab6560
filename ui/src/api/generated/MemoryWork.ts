// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ErrorView } from "./ErrorView";

/**
 * What memory is doing.
 */
export type MemoryWork = { "state": "idle" } | { "state": "working" } | { "state": "failed", error: ErrorView, };
