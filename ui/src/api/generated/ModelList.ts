// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { Connection } from "./Connection";
import type { ModelInfo } from "./ModelInfo";

/**
 * Everything there is to choose from.
 */
export type ModelList = { models: Array<ModelInfo>, connections: Array<Connection>, 
/**
 * Id of the chosen model.
 */
chosen: string, };
