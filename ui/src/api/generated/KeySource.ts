// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Where a connection's key comes from. The key itself never leaves the backend.
 */
export type KeySource = "none" | "environment" | "saved";
