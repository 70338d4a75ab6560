// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { MessageId } from "./MessageId";

/**
 * Where something was said.
 */
export type Source = { message_id: MessageId, 
/**
 * Its present place in the conversation, from 0; none when it stands in another conversation or lies in the trash.
 */
position: number | null, };
