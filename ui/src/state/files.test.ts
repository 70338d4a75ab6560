import { describe, expect, it, vi } from 'vitest';

import { ApiError, UNREACHABLE } from '../api/client';
import { safeFileName } from '../api/files';
import type { ExportedFile } from '../api/generated/ExportedFile';
import { deferred, FakeClient } from '../testing/fakeClient';
import { conversation } from '../testing/messages';
import { greeting } from '../testing/turns';
import { FilesState } from './files.svelte';

const view = conversation([greeting], { name: 'The lodger' });
const exported: ExportedFile = { file: { handle: 'h' }, name: 'Sherlock Holmes.json', bytes: 10 };
const report = {
  conversation_id: 'new',
  character_id: 'sherlock_holmes',
  format: 'save 2.0',
  messages: 3,
  past_memories: 0,
  repaired: [],
  kept_unused: [],
};

describe('saving', () => {
  it('in the browser makes a download, and hands it over', async () => {
    const client = new FakeClient({ export_conversation: () => exported });
    const files = new FilesState(client);
    await files.saveConversation(view);
    expect(client.inputs('export_conversation')).toEqual([{ conversation_id: 'talk' }]);
    expect(client.handedOver).toEqual([exported]);
    expect(files.outcome).toEqual({ kind: 'written', name: 'Sherlock Holmes.json', path: null });
  });

  it('on the desktop writes where the reader said', async () => {
    const there: ExportedFile = { ...exported, file: { path: '/home/reader/a.md' } };
    const client = new FakeClient({ export_transcript: () => there });
    client.destination = { path: '/home/reader/a.md' };
    const files = new FilesState(client);
    await files.saveTranscript(view);
    expect(client.inputs('export_transcript')[0]).toEqual({ conversation_id: 'talk', path: '/home/reader/a.md' });
    expect(files.outcome).toMatchObject({ kind: 'written', path: '/home/reader/a.md' });
  });

  it('does nothing when the reader changes their mind', async () => {
    const client = new FakeClient();
    client.destination = null;
    const files = new FilesState(client);
    await files.backUp();
    expect([client.calls, files.outcome, files.busy]).toEqual([[], null, null]);
  });

  it('tells what failed', async () => {
    const client = new FakeClient({ export_library: () => Promise.reject(new ApiError('storage_full', 'full')) });
    const files = new FilesState(client);
    await files.backUp();
    expect(files.outcome).toMatchObject({ kind: 'failed', errand: 'write', error: { code: 'storage_full' } });
  });

  it('is one errand at a time', async () => {
    const answer = deferred<ExportedFile>();
    const client = new FakeClient({ export_conversation: () => answer.promise });
    const files = new FilesState(client);
    const first = files.saveConversation(view);
    await files.saveConversation(view);
    answer.resolve(exported);
    await first;
    expect(client.inputs('export_conversation')).toHaveLength(1);
  });
});

describe('loading', () => {
  it('reads the picked file, and says with whom it is when the file does not', async () => {
    const client = new FakeClient({ import_conversation: () => report });
    client.picked = { file: { handle: 'up' }, name: 'winter.json' };
    const files = new FilesState(client);
    await files.load('sherlock_holmes');
    const input = { file: { handle: 'up' }, character_id: 'sherlock_holmes', operation_id: expect.any(String) };
    expect(client.inputs('import_conversation')).toEqual([input]);
    expect(files.outcome).toEqual({ kind: 'loaded', name: 'winter.json', report });
  });

  it('keeps the name of the file that was refused', async () => {
    const refused = new ApiError('invalid_input', 'messages[3].role: is not known');
    const client = new FakeClient({ import_conversation: () => Promise.reject(refused) });
    client.picked = { file: { handle: 'up' }, name: 'winter.json' };
    const files = new FilesState(client);
    await files.load(null);
    expect(files.outcome).toEqual({ kind: 'failed', name: 'winter.json', errand: 'load', error: refused });
  });

  it('sends it again under the same name when the answer was lost', async () => {
    vi.useFakeTimers();
    let answers = 0;
    const client = new FakeClient({
      import_conversation: () => (++answers < 3 ? Promise.reject(new ApiError(UNREACHABLE, 'gone')) : report),
    });
    client.picked = { file: { handle: 'up' }, name: 'winter.json' };
    const files = new FilesState(client);
    const loading = files.load(null);
    await vi.runAllTimersAsync();
    await loading;
    vi.useRealTimers();
    const names = client.inputs('import_conversation').map(({ operation_id }) => operation_id);
    expect([names.length, new Set(names).size]).toEqual([3, 1]);
    expect(files.outcome).toEqual({ kind: 'loaded', name: 'winter.json', report });
  });

  it('brings a backup back', async () => {
    const back = { characters: 1, conversations: 2, personas: 3, past_memories: 0, kept: [] };
    const client = new FakeClient({ restore_library: () => back });
    client.picked = { file: { path: '/b.zip' }, name: 'b.zip' };
    const files = new FilesState(client);
    await files.restore();
    expect(files.outcome).toEqual({ kind: 'restored', name: 'b.zip', report: back });
  });
});

describe('the name of a file', () => {
  it.each([
    ['Sherlock Holmes 2026-11-30', 'Sherlock Holmes 2026-11-30'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['../../etc/passwd', 'etc passwd'],
    ['tab\there\nand there', 'tab here and there'],
    ['...', 'conversation'],
    ['İstanbul’da 雪 شهرزاد', 'İstanbul’da 雪 شهرزاد'],
  ])('%j is %j', (name, safe) => expect(safeFileName(name)).toBe(safe));

  it('is of a sensible length, and cuts no character in half', () => {
    expect([...safeFileName('𝒜'.repeat(300))]).toHaveLength(100);
  });
});
