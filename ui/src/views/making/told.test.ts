// What the making page tells of a file that it cannot use, and of where passages go.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../../api/client';
import type { BookView } from '../../api/generated/BookView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { MakingState } from '../../state/making.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { model, plan } from '../../testing/makings';
import { settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import MakingSheet from './MakingSheet.svelte';

beforeEach(letDialogsOpen);

const book: BookView = {
  job_id: 'job',
  title: 'Alice in Wonderland',
  authors: [],
  language: 'en',
  chapters: [],
  tokens: 34_220,
  left_out: [],
  warnings: [],
};

const press = async (name: string) => {
  await fireEvent.click(screen.getByRole('button', { name, hidden: true }));
  await settled();
};

/** The sheet for a novel, once a file was chosen. */
async function chosen(answers: FakeClient['answers']): Promise<void> {
  const client = new FakeClient({ list_jobs: () => [], cancel_job: () => ({}), ...answers });
  client.picked = { file: { handle: 'h' }, name: 'alice.epub' };
  const making = new MakingState(client);
  making.begin('novel');
  render(Within, { client, component: MakingSheet, given: { onopen: vi.fn() }, making });
  await press('Choose a book');
}

describe('the making page', () => {
  /** The file's fault stood there twice, once in the page's words and once in the program's. */
  it('says once what is wrong with a bad file', async () => {
    const message = 'This is not a book that can be read: It is a PDF; look for an EPUB of it. Nothing was changed.';
    await chosen({ read_book: () => Promise.reject(new ApiError('not_a_book', message)) });
    const told = screen.getAllByRole('alert', { hidden: true });
    expect(told.map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      'This file is no book that can be read here Nothing was changed. Choose an EPUB, a web page or plain text. It is a PDF; look for an EPUB of it.',
    ]);
  });

  it('says of an export of messages where that is read', async () => {
    await chosen({ read_book: () => Promise.reject(new ApiError('book_is_export', 'x')) });
    const told = screen.getByRole('alert', { hidden: true }).textContent;
    expect(told).toContain('This is an export of messages and no book');
    expect(told).toContain('“From messages”');
  });

  /** A server of this computer was called a provider that the passages go to. */
  it.each([
    [{ leaves_computer: false, host: '127.0.0.1:11434' }, 'Read by Qwen3 4B, on this computer.'],
    [{ leaves_computer: true, host: '192.168.1.20:11434' }, 'Read by Qwen3 4B: the passages go to 192.168.1.20:11434.'],
    [{ leaves_computer: true, host: 'models.example' }, 'Read by Qwen3 4B: the passages go to models.example.'],
  ])('says where the passages go: %o', async (where, words) => {
    await chosen({ read_book: () => book, plan_novel: () => ({ ...plan(), model: { ...model, ...where } }) });
    await fireEvent.input(screen.getByLabelText('Who should it be?'), { target: { value: 'Alice' } });
    await press('Look for them');
    expect(screen.getByText(words)).toBeTruthy();
  });
});
