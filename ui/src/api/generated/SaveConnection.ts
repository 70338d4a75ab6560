// Made from the Rust type of this name; do not edit.
export type SaveConnection = { id?: string, name: string, base_url: string, models: Array<string>, key?: string };
