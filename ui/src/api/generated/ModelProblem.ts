// Made from the Rust type of this name; do not edit.
export type ModelProblem = "key_missing" | "file_missing";
