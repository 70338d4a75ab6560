// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { KeySource } from "./KeySource";

/**
 * A place that models come from.
 */
export type Connection = { id: string, name: string, 
/**
 * None for this computer.
 */
base_url: string | null, 
/**
 * Where the key comes from.
 */
key: KeySource, 
/**
 * The environment variable that may hold the key.
 */
key_variable: string | null, 
/**
 * The names of its models, as the provider writes them.
 */
models: Array<string>, 
/**
 * One of the presets that come with the app; it can be changed but not removed.
 */
preset: boolean, };
