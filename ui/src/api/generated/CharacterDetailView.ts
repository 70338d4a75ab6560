// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { CharacterTexts } from "./CharacterTexts";

/**
 * What can be changed of a character.
 */
export type CharacterDetailView = { character_id: CharacterId, 
/**
 * Whether the file is the reader's own, so that it can be changed.
 */
own: boolean, 
/**
 * Changes whenever the file does; a change must name the one it was made from.
 */
version: string, 
/**
 * As in lists.
 */
portrait: string | null, 
/**
 * Where its file lies.
 */
path: string, texts: CharacterTexts, };
