// Made from the Rust type of this name; do not edit.
export type BrokenCharacter = { file: string, path: string, reason: string };
