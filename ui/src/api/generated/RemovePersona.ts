// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { PersonaId } from "./PersonaId";

/**
 * Removes a persona; conversations in which it was applied keep its name and description.
 */
export type RemovePersona = { id: PersonaId, };
