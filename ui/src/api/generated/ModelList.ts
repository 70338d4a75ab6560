// Made from the Rust type of this name; do not edit.
import type { Connection } from './Connection';
import type { ModelInfo } from './ModelInfo';

export type ModelList = { models: Array<ModelInfo>, connections: Array<Connection>, chosen: string };
