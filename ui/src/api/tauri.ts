// The client of the desktop window. The only file that knows of it.
import { convertFileSrc, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';

import { ApiError, asApiError, isWebLink, type Client, type Commands, type Event } from './client';

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

export const tauriClient: Client = {
  call,
  events,
  portraitUrl: (id, version, size) => `${convertFileSrc(id, 'portrait')}?v=${encodeURIComponent(version)}&size=${size}`,
  openLink(url) {
    // A link that leaves the window is handed to the system's browser by the shell.
    if (isWebLink(url)) window.open(url, '_blank', 'noopener,noreferrer');
  },
};
