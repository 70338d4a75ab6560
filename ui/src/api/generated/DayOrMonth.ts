// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Whether the day or the month stands first in a date such as `01/02/2020`.
 */
export type DayOrMonth = "day_first" | "month_first";
