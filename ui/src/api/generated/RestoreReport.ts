// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What a backup brought back.
 */
export type RestoreReport = { characters: number, conversations: number, personas: number, 
/**
 * Of characters' own pasts, those that were not there yet.
 */
past_memories: number, 
/**
 * What was there already and stays.
 */
kept: Array<string>, };
