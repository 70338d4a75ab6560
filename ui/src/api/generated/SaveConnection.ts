// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Adds or changes a connection to an OpenAI-compatible server.
 */
export type SaveConnection = { 
/**
 * None adds a new one.
 */
id?: string, name: string, 
/**
 * http or https, up to `/v1`.
 */
base_url: string, models: Array<string>, 
/**
 * A new key; none leaves what is saved, an empty one removes it.
 */
key?: string, };
