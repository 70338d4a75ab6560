// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * One side of the character's attitude toward the persona.
 */
export type Axis = "trust" | "familiarity" | "romance" | "attraction";
