// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ExampleTexts } from "./ExampleTexts";

/**
 * The texts of a character. What its file holds beside them stays as it is.
 */
export type CharacterTexts = { name: string, categories: Array<string>, 
/**
 * One line.
 */
description: string, role: string, background: string, personality: Array<string>, tone: Array<string>, formality: string, sentence_style: string, uses_humor: boolean | null, uses_rhetorical_questions: boolean | null, avoids_excessive_enthusiasm: boolean | null, universe: string, setting: string, 
/**
 * What the world is like, or what happens in it.
 */
world: string, 
/**
 * Directions for playing the character.
 */
directions: string, 
/**
 * What the character says first.
 */
greeting: string, alternate_greetings: Array<string>, examples: Array<ExampleTexts>, };
