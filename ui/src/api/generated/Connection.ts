// Made from the Rust type of this name; do not edit.
import type { KeySource } from './KeySource';

export type Connection = { id: string, name: string, base_url: string | null, key: KeySource, key_variable: string | null, models: Array<string>, preset: boolean };
