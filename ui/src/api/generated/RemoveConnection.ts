// Made from the Rust type of this name; do not edit.
export type RemoveConnection = { id: string };
