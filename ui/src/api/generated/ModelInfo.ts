// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ModelProblem } from "./ModelProblem";

/**
 * One model.
 */
export type ModelInfo = { 
/**
 * `{connection id}/{the provider's name}`.
 */
id: string, name: string, connection_id: string, 
/**
 * Runs on this computer, in this program or in a server of it.
 */
local: boolean, 
/**
 * Small: short, plain replies.
 */
small: boolean, 
/**
 * Why it cannot answer now (no key, file missing); none when it can.
 */
problem: ModelProblem | null, };
