// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { LeftOutReason } from "./LeftOutReason";
import type { PromptPartName } from "./PromptPartName";

/**
 * Something that was not sent.
 */
export type LeftOutView = { what: PromptPartName, count: number, why: LeftOutReason, };
