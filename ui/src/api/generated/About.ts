// Made from the Rust type of this name; do not edit.
export type About = { version: string, data_folder: string };
