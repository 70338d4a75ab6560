// The client of the browser: commands over POST, events over one open stream.
import { ApiError, isWebLink, UNREACHABLE, type Client, type Commands, type Event } from './client';
import { httpFiles } from './httpFiles';
import { refusal } from './refusal';

/** How long to wait before listening again when the browser has given up by itself, in milliseconds. */
const LISTEN_AGAIN_AFTER = 2000;

/** How long a request may be that outlives its page, in characters: browsers allow 64 KB, of up to four bytes each. */
const LASTS_AT_MOST = 15_000;

async function call<K extends keyof Commands>(name: K, input: Commands[K]['input']): Promise<Commands[K]['output']> {
  const asked = JSON.stringify(input);
  let response: Response;
  try {
    response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked,
      // A draft is saved when the page goes away, and must arrive all the same; browsers take only short ones then.
      keepalive: name === 'save_draft' && asked.length < LASTS_AT_MOST,
      credentials: 'same-origin',
    });
  } catch {
    throw new ApiError(UNREACHABLE, 'The program does not answer.');
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  if (body === undefined) throw new ApiError(UNREACHABLE, 'The answer broke off.', response.status);
  return body as Commands[K]['output'];
}

function events(listener: (event: Event) => void, onState: (online: boolean) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedBefore = false;
  let ended = false;

  const listen = () => {
    const opened = new EventSource('/api/events');
    source = opened;
    opened.onopen = () => {
      onState(true);
      if (openedBefore) listener({ type: 'resync' });
      openedBefore = true;
    };
    opened.onmessage = (message: MessageEvent<string>) => listener(JSON.parse(message.data) as Event);
    opened.onerror = () => {
      if (ended) return;
      onState(false);
      // The browser tries again by itself, but not after an answer that is no stream.
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(listen, LISTEN_AGAIN_AFTER);
    };
  };

  listen();
  return () => {
    ended = true;
    clearTimeout(timer);
    source?.close();
  };
}

export const httpClient: Client = {
  call,
  events,
  portraitUrl: (id, version, size) =>
    `/portraits/${encodeURIComponent(id)}?v=${encodeURIComponent(version)}&size=${size}`,
  personaPictureUrl: (id, version) => `/personas/${encodeURIComponent(id)}?v=${encodeURIComponent(version)}`,
  files: httpFiles,
  openLink(url) {
    if (isWebLink(url)) window.open(url, '_blank', 'noopener,noreferrer');
  },
};
