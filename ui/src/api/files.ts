// Files that leave the program or come in: the seam between a browser, which downloads and uploads, and the desktop, which asks
// where with the system's own dialog.
import type { ExportedFile } from './generated/ExportedFile';
import type { OutsideFile } from './generated/OutsideFile';

/** What a file holds; decides which ones a dialog offers. */
export type FileKind = 'save' | 'transcript' | 'backup' | 'memories';

/** Name endings of each kind, without the dot; the first one is what is written. */
export const endings: Record<FileKind, readonly string[]> = {
  save: ['json'],
  transcript: ['md'],
  backup: ['zip'],
  memories: ['json'],
};
/** What can be read as a conversation: saves and plain transcripts. */
export const readable: readonly string[] = ['json', 'jsonl', 'md', 'txt'];

/** Where an export goes: a path that the reader chose, or nowhere yet, to be handed over as a download. */
export type Destination = { path: string } | 'download';

/** A file that the reader picked. */
export type PickedFile = { file: OutsideFile; name: string };

export interface OutsideFiles {
  /** Asks where a file is to be written. None when the reader changed their mind. */
  chooseDestination(name: string, kind: FileKind): Promise<Destination | null>;
  /** Hands an exported file over to the reader, where it is not where they wanted it already. */
  handOver(exported: ExportedFile): void;
  /**
   * Lets the reader pick a file with one of the endings, and brings it within the program's reach. None when the reader changed
   * their mind. Rejects with an `ApiError`.
   */
  pickFile(allowed: readonly string[]): Promise<PickedFile | null>;
}

/** A file's name without characters that some system forbids in one, and of a sensible length. */
export function safeFileName(name: string): string {
  const safe = name
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/^[.\s]+|[.\s]+$/gu, '');
  return [...safe].slice(0, 100).join('').trim() || 'conversation';
}
