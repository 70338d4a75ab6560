// Saving, loading, backing up: what is under way with files, and how it went.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError, type Client } from '../api/client';
import { endings, readable, safeFileName, type Destination, type FileKind } from '../api/files';
import type { ConversationView } from '../api/generated/ConversationView';
import type { ExportedFile } from '../api/generated/ExportedFile';
import type { ImportReport } from '../api/generated/ImportReport';
import type { OutsideFile } from '../api/generated/OutsideFile';
import type { RestoreReport } from '../api/generated/RestoreReport';
import { newOperationId } from './operation';

/** How long to wait before an import whose answer was lost is sent again, in milliseconds, one time after the other. */
const SEND_AGAIN_AFTER = [500, 2000, 5000];

/** How the last errand with a file went. */
export type Outcome =
  | { kind: 'written'; name: string; path: string | null }
  | { kind: 'loaded'; name: string; report: ImportReport }
  | { kind: 'restored'; name: string; report: RestoreReport }
  | { kind: 'failed'; name: string | null; errand: 'write' | 'load' | 'restore'; error: ApiError };

export class FilesState {
  /** What is under way; one errand at a time. */
  busy = $state<'write' | 'load' | 'restore' | null>(null);
  outcome = $state.raw<Outcome | null>(null);

  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Writes a conversation as a save file. */
  async saveConversation(view: ConversationView): Promise<void> {
    await this.#write('save', nameOf(view), (path) =>
      this.#client.call('export_conversation', { conversation_id: view.id, ...path }),
    );
  }

  /** Writes a conversation as Markdown for reading. */
  async saveTranscript(view: ConversationView): Promise<void> {
    await this.#write('transcript', nameOf(view), (path) =>
      this.#client.call('export_transcript', { conversation_id: view.id, ...path }),
    );
  }

  /** Writes everything into one backup file. */
  async backUp(): Promise<void> {
    await this.#write('backup', `CharacterChatBot ${today()}`, (path) => this.#client.call('export_library', path));
  }

  /** Reads a conversation from a file; `characterId` is with whom it is when the file does not say. */
  async load(characterId: string | null): Promise<void> {
    await this.#read('load', readable, async (file, name) => {
      const whose = characterId === null ? {} : { character_id: characterId };
      return { kind: 'loaded', name, report: await this.#import({ file, ...whose }) };
    });
  }

  /** Brings a backup back beside what is there. */
  async restore(): Promise<void> {
    await this.#read('restore', endings.backup, async (file, name) => {
      return { kind: 'restored', name, report: await this.#client.call('restore_library', { file }) };
    });
  }

  dismiss(): void {
    this.outcome = null;
  }

  /** An answer that was lost is asked for again under the same name, so that nothing comes in twice. */
  async #import(input: { file: OutsideFile; character_id?: string }): Promise<ImportReport> {
    const named = { ...input, operation_id: newOperationId() };
    for (const pause of SEND_AGAIN_AFTER) {
      try {
        return await this.#client.call('import_conversation', named);
      } catch (thrown) {
        if (asApiError(thrown).code !== UNREACHABLE) throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.#client.call('import_conversation', named);
  }

  async #write(kind: FileKind, name: string, ask: (path: { path?: string }) => Promise<ExportedFile>): Promise<void> {
    if (this.busy) return;
    this.busy = 'write';
    this.outcome = null;
    const fileName = `${safeFileName(name)}.${endings[kind][0]}`;
    try {
      const destination = await this.#client.files.chooseDestination(fileName, kind);
      if (destination === null) return;
      const exported = await ask(pathOf(destination));
      this.#client.files.handOver(exported);
      this.outcome = {
        kind: 'written',
        name: exported.name,
        path: 'path' in exported.file ? exported.file.path : null,
      };
    } catch (thrown) {
      this.outcome = { kind: 'failed', name: fileName, errand: 'write', error: asApiError(thrown) };
    } finally {
      this.busy = null;
    }
  }

  async #read(
    errand: 'load' | 'restore',
    allowed: readonly string[],
    read: (file: OutsideFile, name: string) => Promise<Outcome>,
  ): Promise<void> {
    if (this.busy) return;
    this.busy = errand;
    this.outcome = null;
    let name: string | null = null;
    try {
      const picked = await this.#client.files.pickFile(allowed);
      if (picked === null) return;
      name = picked.name;
      this.outcome = await read(picked.file, picked.name);
    } catch (thrown) {
      this.outcome = { kind: 'failed', name, errand, error: asApiError(thrown) };
    } finally {
      this.busy = null;
    }
  }
}

function nameOf(view: ConversationView): string {
  return [view.character_name, view.name, today()].filter(Boolean).join(' ');
}

/** The reader's own day, as it sorts in a folder. */
function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function pathOf(destination: Destination): { path?: string } {
  return destination === 'download' ? {} : { path: destination.path };
}

export const [getFiles, setFiles] = createContext<FilesState>();
