// Made from the Rust types by `cargo xtask generate`. Do not edit.
import type { ExampleTexts } from './ExampleTexts';

export type CharacterTexts = {
  name: string;
  categories: Array<string>;
  description: string;
  role: string;
  background: string;
  personality: Array<string>;
  tone: Array<string>;
  formality: string;
  sentence_style: string;
  uses_humor: boolean | null;
  uses_rhetorical_questions: boolean | null;
  avoids_excessive_enthusiasm: boolean | null;
  universe: string;
  setting: string;
  world: string;
  directions: string;
  greeting: string;
  alternate_greetings: Array<string>;
  examples: Array<ExampleTexts>;
};
