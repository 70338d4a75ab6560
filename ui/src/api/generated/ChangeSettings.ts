// Made from the Rust type of this name; do not edit.
import type { Theme } from './Theme';

export type ChangeSettings = { theme?: Theme, interface_language?: string, reply_language?: string, reader_name?: string, text_size?: number };
