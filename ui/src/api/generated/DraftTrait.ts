// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A trait, with the words of the source that show it.
 */
export type DraftTrait = { id: number, text: string, 
/**
 * Empty where the trait was measured.
 */
quote: string, chapter: number | null, dropped: boolean, };
