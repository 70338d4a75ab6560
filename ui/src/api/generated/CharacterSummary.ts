// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { BrokenCharacter } from "./BrokenCharacter";
import type { CharacterId } from "./CharacterId";
import type { GoneCharacter } from "./GoneCharacter";

/**
 * One character of the rail.
 */
export type CharacterSummary = { id: CharacterId, 
/**
 * The file's stem when the character is broken.
 */
name: string, 
/**
 * As written in the file; grouped by exact spelling.
 */
categories: Array<string>, 
/**
 * One line.
 */
description: string, 
/**
 * Changes whenever the portrait does (it belongs in its address); none hides the portrait.
 */
portrait: string | null, 
/**
 * The character's last words to this reader, without markup; none when they have not met.
 */
last_words: string | null, 
/**
 * When the reader and the character last talked: milliseconds since 1970, UTC.
 */
last_at: number | null, 
/**
 * Why the file cannot be used.
 */
broken: BrokenCharacter | null, 
/**
 * Whether the file is the reader's own (in the data folder).
 */
own: boolean, 
/**
 * Set when there is no file any more: the conversations that stayed can be read, and go on when the character is back.
 */
gone: GoneCharacter | null, };
