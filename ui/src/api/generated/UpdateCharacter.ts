// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from "./CharacterId";
import type { CharacterTexts } from "./CharacterTexts";

/**
 * Changes the texts of one of the reader's own characters. What its file holds beside them stays as it is, and conversations go on with
 * the new texts from their next turn.
 */
export type UpdateCharacter = { character_id: CharacterId, expected_version: string, texts: CharacterTexts, };
