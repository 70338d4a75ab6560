// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Somebody who wrote.
 */
export type ParticipantView = { name: string, messages: number, 
/**
 * As `2023-02-04T22:35`, with a `Z` where the zone is known; none without times.
 */
first: string | null, last: string | null, };
