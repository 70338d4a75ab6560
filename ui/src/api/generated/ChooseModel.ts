// Made from the Rust type of this name; do not edit.
export type ChooseModel = { model_id: string };
