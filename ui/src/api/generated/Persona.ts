// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { PersonaId } from "./PersonaId";

/**
 * Somebody the reader plays.
 */
export type Persona = { id: PersonaId, name: string, 
/**
 * In the reader's words; part of prompts.
 */
description: string, 
/**
 * Changes whenever the picture does (it belongs in its address); none without a picture.
 */
picture: string | null, };
