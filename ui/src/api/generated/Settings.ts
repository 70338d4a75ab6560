// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { Theme } from "./Theme";

/**
 * What the reader set.
 */
export type Settings = { theme: Theme, 
/**
 * Language of the interface: `en` or `tr`; empty follows the system.
 */
interface_language: string, 
/**
 * Language the characters answer in, as a BCP 47 tag; empty leaves it to the character.
 */
reply_language: string, 
/**
 * Whether a reply in another language than the chosen one is translated by a second call.
 */
translation: boolean, 
/**
 * What characters call the reader; may be empty.
 */
reader_name: string, 
/**
 * Size of the page's text in per cent of the normal: 80 to 160.
 */
text_size: number, 
/**
 * The character that is shown first, from the configuration.
 */
default_character: CharacterId, };
