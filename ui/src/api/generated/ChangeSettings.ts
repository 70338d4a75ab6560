// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Theme } from "./Theme";

/**
 * Changes some settings; what is none stays.
 */
export type ChangeSettings = { theme?: Theme, interface_language?: string, reply_language?: string, 
/**
 * Cannot be switched on while a model answers that is too small to translate.
 */
translation?: boolean, reader_name?: string, text_size?: number, };
