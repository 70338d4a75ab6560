// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Chooses the model that answers from now on.
 */
export type ChooseModel = { model_id: string, };
