import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../../api/client';
import { letDialogsOpen } from '../../components/dialog.testing';
import { FilesState, type Outcome } from '../../state/files.svelte';
import { FakeClient } from '../../testing/fakeClient';
import Within from '../../testing/Within.svelte';
import { placed } from './faults';
import FilesNotice from './FilesNotice.svelte';
import FilesSheet from './FilesSheet.svelte';

beforeEach(letDialogsOpen);

function sheet(outcome: Outcome) {
  const client = new FakeClient();
  const files = new FilesState(client);
  const onopen = vi.fn();
  const onagain = vi.fn();
  render(Within, { client, component: FilesSheet, given: { outcome, onopen, onagain }, files });
  return { files, onopen, onagain };
}

const report = {
  conversation_id: 'new',
  character_id: 'nemo',
  format: 'save 2.0',
  messages: 214,
  past_memories: 4,
  repaired: ['messages[41].time: lay in the future; it is that of the message before'],
  kept_unused: ['relationship: 4 developments'],
};

describe('the report', () => {
  it('says what came in, what was put right and what is kept unused, and opens it', async () => {
    const { onopen } = sheet({ kind: 'loaded', name: 'winter.json', report });
    expect(screen.getByRole('heading', { name: 'Loaded, with 1 repair' })).toBeTruthy();
    expect(screen.getByText('214')).toBeTruthy();
    expect(screen.getByText('4').parentElement?.textContent).toContain('memories of the past');
    expect(screen.getByText('messages[41].time').tagName).toBe('CODE');
    expect(screen.getByText('4 developments')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Open the conversation' }));
    expect(onopen).toHaveBeenCalledWith('nemo', 'new');
  });

  it('lists every fault of a refused file with its place, and picks another file', async () => {
    const message = [
      'The file has faults. Nothing was imported; mend them or choose another file.',
      '$.messages[3].role: <b>narrator</b> is not known',
      '$.version: 9.9 is not supported',
      'It ends in the middle.',
      'And 12 more.',
    ].join('\n');
    const error = new ApiError('file_invalid', message);
    const { onagain } = sheet({ kind: 'failed', name: 'winter.json', errand: 'load', error });
    expect(screen.getByRole('heading', { name: 'Nothing was loaded' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: '15 faults in the file' })).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('<b>narrator</b> is not known')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Choose another file' }));
    expect(onagain).toHaveBeenCalledTimes(1);
  });

  it('has words of its own for an error that is not the file’s', () => {
    const error = new ApiError('storage_full', 'No space left on device');
    sheet({ kind: 'failed', name: 'b.zip', errand: 'restore', error });
    expect(screen.getByRole('alert').textContent).toContain('The disk is full');
    expect(screen.queryByText('No space left on device')).toBeNull();
  });

  it('of a backup counts what came back and names what stays', () => {
    const back = {
      characters: 2,
      conversations: 11,
      personas: 1,
      past_memories: 1,
      kept: ['Captain Nemo is there already'],
    };
    sheet({ kind: 'restored', name: 'b.zip', report: back });
    expect(screen.getByText('11').parentElement?.textContent).toContain('conversations');
    expect(screen.getByText('memory of the past')).toBeTruthy();
    expect(screen.getByText('Captain Nemo is there already')).toBeTruthy();
  });
});

describe('the notice', () => {
  it('says where a file was written, and goes', async () => {
    const client = new FakeClient();
    const files = new FilesState(client);
    files.outcome = { kind: 'written', name: 'a.json', path: '/home/reader/a.json' };
    render(Within, { client, component: FilesNotice, files });
    expect(screen.getByRole('status').textContent).toContain('/home/reader/a.json');
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a fault', () => {
  it.each([
    ['messages[3].alternates[0].text: is missing', 'messages[3].alternates[0].text', 'is missing'],
    ['messages[0]["a key: odd"].x: is odd', 'messages[0]["a key: odd"].x', 'is odd'],
    ['line 7: names nobody', 'line 7', 'names nobody'],
    ['version: 9.9', 'version', '9.9'],
    ['This is not JSON: expected value', '', 'This is not JSON: expected value'],
  ])('%j', (line, place, text) => expect(placed(line)).toEqual({ place, text }));
});
