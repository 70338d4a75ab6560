// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * What a job will take, roughly.
 */
export type EstimateView = { passages: number, calls: number, input_tokens: number, output_tokens: number, 
/**
 * With the usual number of calls side by side.
 */
seconds: number, 
/**
 * In US dollars, at what models of middling size cost; 0 on this computer.
 */
cost: number, };
