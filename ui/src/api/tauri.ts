// The client of the desktop window. The only file that knows of it.
import { convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';

import { ApiError, asApiError, isWebLink, type Client, type Commands, type Event } from './client';
import { endings, type OutsideFiles } from './files';

async function call<K extends keyof Commands>(name: K, input: Commands[K]['input']): Promise<Commands[K]['output']> {
  try {
    return await invoke<Commands[K]['output']>(name, { input });
  } catch (thrown) {
    if (thrown !== null && typeof thrown === 'object' && 'code' in thrown && 'message' in thrown) {
      throw new ApiError(String(thrown.code), String(thrown.message));
    }
    throw asApiError(thrown);
  }
}

function events(listener: (event: Event) => void, onState: (online: boolean) => void): () => void {
  const listening = listen<Event>('event', ({ payload }) => listener(payload));
  listening.then(
    () => onState(true),
    () => onState(false),
  );
  return () => void listening.then((end) => end());
}

// The commands of the dialog plug-in, asked for by name: its package for pages would only wrap these two calls.
const files: OutsideFiles = {
  async chooseDestination(name, kind) {
    const filters = [{ name: kind, extensions: [...endings[kind]] }];
    const path = await asked<string | null>('plugin:dialog|save', { options: { defaultPath: name, filters } });
    return path === null ? null : { path };
  },
  // The file is already where the reader wanted it.
  handOver() {},
  async pickFile(allowed) {
    const filters = [{ name: allowed.join(', '), extensions: [...allowed] }];
    const options = { multiple: false, directory: false, filters };
    const path = await asked<string | null>('plugin:dialog|open', { options });
    return path === null ? null : { file: { path }, name: path.split(/[/\\]/).at(-1) ?? path };
  },
};

async function asked<T>(command: string, input: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, input);
  } catch (thrown) {
    throw asApiError(thrown);
  }
}

export const tauriClient: Client = {
  call,
  events,
  portraitUrl: (id, version, size) => `${convertFileSrc(id, 'portrait')}?v=${encodeURIComponent(version)}&size=${size}`,
  personaPictureUrl: (id, version) => `${convertFileSrc(id, 'persona')}?v=${encodeURIComponent(version)}`,
  files,
  openLink(url) {
    // A link that leaves the window is handed to the system's browser by the shell.
    if (isWebLink(url)) window.open(url, '_blank', 'noopener,noreferrer');
  },
};
