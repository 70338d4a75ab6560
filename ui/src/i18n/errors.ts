import { isKey, t } from './catalogue.svelte';

/** What stays after a failure: the reader's words went back into the composer, they still stand where they were typed, the part of the
    reply that was shown, what a job has read, or everything as it was before. */
export type Kept = 'words' | 'typed' | 'part' | 'read' | 'nothing';

/** An error in the reader's words. */
export interface Explanation {
  /** What happened. */
  title: string;
  kept: string;
  /** What to do. */
  todo: string;
  /** The code covers many causes, so that the backend's own message says more. */
  open: boolean;
}

const openCodes = new Set([
  'invalid_input',
  'model_error',
  'model_local',
  'model_context_exceeded',
  'storage_error',
  'prompts_broken',
  'prompt_failed',
  'character_broken',
  'internal',
  'file_invalid',
  'file_foreign',
  'file_not_read',
  'file_not_written',
  'backup_too_large',
  'not_translated',
  'folder_unusable',
  'data_folder_unusable',
]);
/** Open ones, too: but of these the message also says what the catalogue says, around the reason: "What: reason Nothing was …". */
const reasonedCodes = new Set(['not_a_book', 'book_damaged', 'book_too_large', 'export_refused']);

/** The plain words for an error's code; an unknown code gets general ones. `source` is what a job was reading: there no reply was
    wanted. Reactive like `t`. */
export function explain(code: string, kept: Kept, source?: string): Explanation {
  const title = `error.${code}.title`;
  const todo = `error.${code}.todo`;
  const reading = `reading.${code}`;
  return {
    title:
      source !== undefined && isKey(reading) ? t(reading, { source }) : t(isKey(title) ? title : 'error.other.title'),
    kept: t(`kept.${kept}`),
    todo: t(isKey(todo) ? todo : 'error.other.todo'),
    open: openCodes.has(code) || reasonedCodes.has(code) || !isKey(title),
  };
}

/** What the backend's message says beyond the catalogue's words for its code. */
export function reasonOf(code: string, message: string): string {
  const reason = /^[^:]*: (.+?)[.;]? Nothing was /s.exec(message)?.[1];
  return reason && reasonedCodes.has(code) ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : message;
}
