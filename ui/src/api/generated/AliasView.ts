// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A name that may be the character's.
 */
export type AliasView = { text: string, count: number, ticked: boolean, samples: Array<string>, };
