// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { PromptPartName } from "./PromptPartName";

export type PromptPartView = { name: PromptPartName, tokens: number, text: string, };
