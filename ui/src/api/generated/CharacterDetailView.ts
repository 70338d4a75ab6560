// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { CharacterId } from './CharacterId';
import type { CharacterTexts } from './CharacterTexts';

export type CharacterDetailView = {
  character_id: CharacterId;
  own: boolean;
  version: string;
  portrait: string | null;
  path: string;
  texts: CharacterTexts;
};
