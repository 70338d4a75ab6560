// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MakingMethod } from "./MakingMethod";

/**
 * The model that would be asked.
 */
export type MakingModelView = { 
/**
 * Empty without a model.
 */
name: string, method: MakingMethod, 
/**
 * Whether the text goes to another computer.
 */
leaves_computer: boolean, 
/**
 * Host and port of the server that is asked; none without one. Private data is masked for every server: one of this computer
 * may hand on what it gets.
 */
host: string | null, };
