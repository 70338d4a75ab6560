// Made from the Rust type of this name; do not edit.
import type { ModelProblem } from './ModelProblem';

export type ModelInfo = { id: string, name: string, connection_id: string, local: boolean, small: boolean, problem: ModelProblem | null };
