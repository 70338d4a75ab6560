// Made from the Rust types by `cargo xtask generate`. Do not edit.
/**
 * Private data found in all messages.
 */
export type PrivateDataView = { phone_numbers: number, mail_addresses: number, codes: number, };
