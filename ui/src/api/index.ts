// Chooses the client once, at the start.
import type { Client } from './client';
import { httpClient } from './http';

declare global {
  interface Window {
    __TAURI_INTERNALS__?: unknown;
  }
}

/** The client for where this page runs; the desktop's is loaded only there. */
export async function openClient(): Promise<Client> {
  if (window.__TAURI_INTERNALS__ === undefined) return httpClient;
  return (await import('./tauri')).tauriClient;
}
