// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * A real exchange.
 */
export type ExchangeView = { said: string, answer: string, };
