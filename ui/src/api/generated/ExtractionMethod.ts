// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * How facts and summaries come to be with the present model.
 */
export type ExtractionMethod = "model" | "rules" | "rules_without_facts";
