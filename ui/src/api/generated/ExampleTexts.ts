// Made from the Rust types by `cargo xtask generate`. Do not edit.

export type ExampleTexts = { place: number | null; situation: string; user: string; character: string };
