// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { BranchPoint } from "./BranchPoint";
import type { CharacterId } from "./CharacterId";
import type { ConversationId } from "./ConversationId";
import type { GoneCharacter } from "./GoneCharacter";
import type { MessagePage } from "./MessagePage";
import type { Persona } from "./Persona";

/**
 * A conversation and its last page of messages.
 */
export type ConversationView = { id: ConversationId, character_id: CharacterId, character_name: string, 
/**
 * The character's own description, one line.
 */
character_description: string, portrait: string | null, 
/**
 * Set when the character's file is not there any more: it can be read and exported, and goes on when the character is back.
 */
gone: GoneCharacter | null, 
/**
 * Goes up with every change of the transcript; a change must name the one it was made from.
 */
revision: number, 
/**
 * Where what the model reads word for word begins: the position of that message; none when it reads everything.
 */
reads_from: number | null, page: MessagePage, 
/**
 * The name that the reader gave it; empty without one.
 */
name: string, 
/**
 * Where it was branched off.
 */
branched_from: BranchPoint | null, 
/**
 * What stands in the composer.
 */
draft: string, 
/**
 * Whom the reader plays here.
 */
persona: Persona | null, 
/**
 * The language of this conversation as a BCP 47 tag; empty follows the settings.
 */
language: string, };
