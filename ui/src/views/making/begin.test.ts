import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import type { MessagesView } from '../../api/generated/MessagesView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { MakingState } from '../../state/making.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { estimate, model, plan } from '../../testing/makings';
import { settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import MakingSheet from './MakingSheet.svelte';

beforeEach(letDialogsOpen);

const messages: MessagesView = {
  job_id: 'job',
  formats: ['whatsapp'],
  participants: [{ name: 'Ada', messages: 1200, first: '2020-02-01T10:00', last: '2021-03-01T11:00' }],
  owner: null,
  skipped: {},
  warnings: [],
  date_order_unsure: false,
  columns_needed: null,
};
const messagesPlan = {
  job_id: 'job',
  person: 'Ada',
  name: 'Ada',
  messages: 1200,
  first: null,
  last: null,
  style: [],
  exchanges: [],
  private_data: { phone_numbers: 0, mail_addresses: 0, codes: 0 },
  is_cut: false,
  made_before: null,
  full: estimate(20),
  quick: estimate(2),
  model,
};
const book = {
  job_id: 'job',
  title: 'Alice in Wonderland',
  authors: [],
  language: 'en',
  chapters: [],
  tokens: 100,
  left_out: [],
  warnings: [],
};

async function sheet(kind: 'novel' | 'messages', choose: string) {
  const client = new FakeClient({
    list_jobs: () => [],
    read_messages: () => messages,
    plan_messages: () => messagesPlan,
    read_book: () => book,
    plan_novel: () => plan(),
  });
  client.picked = { file: { handle: 'h' }, name: 'file' };
  const making = new MakingState(client);
  making.begin(kind);
  render(Within, { client, component: MakingSheet, given: { onopen: () => undefined }, making });
  await fireEvent.click(screen.getByRole('button', { name: choose, hidden: true }));
  await settled();
  return client;
}

/** What the grey button is described by. */
function missing(): string {
  const begin = screen.getByRole<HTMLButtonElement>('button', { name: 'Begin reading', hidden: true });
  const words = document.getElementById(begin.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  // Whatever is missing, the button waits for it, and does not without a word.
  expect(begin.disabled).toBe(words !== '');
  return words;
}

describe('reading that cannot begin yet', () => {
  it('says that the notice of messages must be ticked', async () => {
    await sheet('messages', 'Choose an export');
    expect(missing()).toBe('First choose whose voice it should have.');
    await fireEvent.click(screen.getByRole('radio', { name: /^Ada/, hidden: true }));
    await settled();
    expect(missing()).toBe('Tick the notice above to begin.');
    await fireEvent.click(screen.getByRole('checkbox', { name: /^I may use these messages/, hidden: true }));
    expect(missing()).toBe('');
  });

  it('says that a book needs somebody to look for', async () => {
    await sheet('novel', 'Choose a book');
    expect(missing()).toBe('First say who it should be.');
    await fireEvent.input(screen.getByLabelText('Who should it be?'), { target: { value: 'Alice' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Look for them', hidden: true }));
    await settled();
    expect(missing()).toBe('');
  });

  /** The plan of Alice stood on the page, and was begun, after somebody else had not been found. */
  it('cannot begin with the one who was planned before somebody else was not found', async () => {
    const client = await sheet('novel', 'Choose a book');
    const look = async (name: string) => {
      await fireEvent.input(screen.getByLabelText('Who should it be?'), { target: { value: name } });
      const typed = missing();
      await fireEvent.click(screen.getByRole('button', { name: 'Look for them', hidden: true }));
      await settled();
      return typed;
    };
    await look('Alice');
    expect(missing()).toBe('');
    client.answers.plan_novel = () => Promise.reject({ code: 'character_not_in_source', message: 'Not found.' });
    expect(await look('Bill')).toBe('First look for Bill.');
    expect(missing()).toBe('First say who it should be.');
    // The name of before is not enough either, until it was looked for.
    await fireEvent.input(screen.getByLabelText('Who should it be?'), { target: { value: 'Alice' } });
    expect(missing()).toBe('First say who it should be.');
    client.answers.plan_novel = () => plan();
    await look('Alice');
    expect(missing()).toBe('');
  });
});
