// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { SearchHit } from "./SearchHit";

/**
 * What was found, best first.
 */
export type SearchResults = { hits: Array<SearchHit>, 
/**
 * Whether there are more.
 */
more: boolean, };
