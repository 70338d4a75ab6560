// Saving, loading, backing up: what is under way with files, and how it went.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError, type Client, type Commands } from '../api/client';
import { endings, readable, safeFileName, type Destination, type FileKind } from '../api/files';
import type { ConversationView } from '../api/generated/ConversationView';
import type { ExportedFile } from '../api/generated/ExportedFile';
import type { ImportReport } from '../api/generated/ImportReport';
import type { MemoriesReport } from '../api/generated/MemoriesReport';
import type { OutsideFile } from '../api/generated/OutsideFile';
import type { RestoreReport } from '../api/generated/RestoreReport';
import { t } from '../i18n/index.svelte';
import { newOperationId } from './operation';

/** How long to wait before an import whose answer was lost is sent again, in milliseconds, one time after the other. */
const SEND_AGAIN_AFTER = [500, 2000, 5000];

export type Errand = 'write' | 'load' | 'restore' | 'memories';

/** How the last errand with a file went. */
export type Outcome =
  | { kind: 'written'; name: string; path: string | null }
  | { kind: 'loaded'; name: string; report: ImportReport }
  | { kind: 'restored'; name: string; report: RestoreReport }
  | { kind: 'memories'; name: string; who: string; report: MemoriesReport }
  | { kind: 'failed'; name: string | null; errand: Errand; error: ApiError };

export class FilesState {
  /** What is under way; one errand at a time. */
  busy = $state<Errand | null>(null);
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
      return { kind: 'loaded', name, report: await this.#surely('import_conversation', { file, ...whose }) };
    });
  }

  /** Writes the memories of a conversation and what joins them. */
  async saveMemories(view: ConversationView): Promise<void> {
    await this.#write('memories', `${nameOf(view)} ${t('memories')}`, (path) =>
      this.#client.call('export_memories', { conversation_id: view.id, ...path }),
    );
  }

  /** Reads memories from a file for the past of the character that a conversation is with. */
  async loadMemories({ character_id, character_name }: ConversationView): Promise<void> {
    await this.#read('memories', endings.memories, async (file, name) => {
      const report = await this.#surely('import_memories', { file, character_id });
      return { kind: 'memories', name, who: character_name, report };
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
  async #surely<K extends 'import_conversation' | 'import_memories'>(
    command: K,
    input: Omit<Commands[K]['input'], 'operation_id'>,
  ): Promise<Commands[K]['output']> {
    const named = { ...input, operation_id: newOperationId() } as Commands[K]['input'];
    for (const pause of SEND_AGAIN_AFTER) {
      try {
        return await this.#client.call(command, named);
      } catch (thrown) {
        if (asApiError(thrown).code !== UNREACHABLE) throw thrown;
      }
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.#client.call(command, named);
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
    errand: Exclude<Errand, 'write'>,
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
