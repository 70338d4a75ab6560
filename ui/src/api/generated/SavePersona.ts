// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { PersonaId } from "./PersonaId";

/**
 * Adds or changes a persona.
 */
export type SavePersona = { 
/**
 * None adds a new one.
 */
id?: PersonaId, 
/**
 * 1 to 100 characters.
 */
name: string, 
/**
 * Up to 4,000 characters.
 */
description: string, 
/**
 * A new picture (PNG, JPEG or WebP, up to 2 MB) as base64; none leaves it, an empty text removes it.
 */
picture?: string, };
