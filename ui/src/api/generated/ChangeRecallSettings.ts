// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { RecallMethod } from "./RecallMethod";

/**
 * Changes how memories are recalled; what is none stays.
 */
export type ChangeRecallSettings = { method?: RecallMethod, tag_weight?: number, time_weight?: number, emotion_weight?: number, threshold?: number, radius?: number, most?: number, tokens?: number, };
