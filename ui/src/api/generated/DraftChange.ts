// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { DraftList } from "./DraftList";
import type { DraftText } from "./DraftText";

/**
 * One change.
 */
export type DraftChange = { "type": "set_text", field: DraftText, text: string, } | { "type": "set_tone", tone: Array<string>, } | { "type": "edit_item", list: DraftList, id: number, text: string, } | { "type": "edit_before", id: number, before: string, } | { "type": "drop_items", list: DraftList, ids: Array<number>, } | { "type": "take_back_items", list: DraftList, ids: Array<number>, } | { "type": "merge_items", list: DraftList, ids: Array<number>, text: string, } | { "type": "limit_spoilers", chapter: number | null, };
