import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, UNREACHABLE } from '../../api/client';
import type { BookView } from '../../api/generated/BookView';
import type { JobView } from '../../api/generated/JobView';
import type { MessagesView } from '../../api/generated/MessagesView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { MakingState } from '../../state/making.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { draft, draftMemory, estimate, job, model, plan } from '../../testing/makings';
import { settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import NewCharacter from '../rail/NewCharacter.svelte';
import MakingSheet from './MakingSheet.svelte';
import { estimateWords, timeWords } from './words';

beforeEach(letDialogsOpen);

const book: BookView = {
  job_id: 'job',
  title: 'Alice in Wonderland',
  authors: ['Lewis Carroll'],
  language: 'en',
  chapters: [{ title: 'Down the Rabbit-Hole', tokens: 2000 }],
  tokens: 34_220,
  left_out: ['Colophon'],
  warnings: [],
};
const messages: MessagesView = {
  job_id: 'job',
  formats: ['whatsapp'],
  participants: [
    { name: 'Ada', messages: 1200, first: '2020-02-01T10:00', last: '2021-03-01T11:00' },
    { name: 'Ben', messages: 3, first: null, last: null },
  ],
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
  style: ['Uses no emoji.'],
  exchanges: [{ said: 'Are you home?', answer: 'nearly' }],
  private_data: { phone_numbers: 2, mail_addresses: 0, codes: 1 },
  is_cut: false,
  full: estimate(20),
  quick: estimate(2),
  model: { ...model, leaves_computer: true, host: 'models.example' },
  made_before: null,
};

/** The sheet, drawn anew when it is opened and shut, as the window does. */
async function sheet(answers: FakeClient['answers'] = {}) {
  const client = new FakeClient({ list_jobs: () => [], cancel_job: () => ({}), ...answers });
  client.picked = { file: { handle: 'h' }, name: 'alice.epub' };
  const making = new MakingState(client);
  const onopen = vi.fn();
  const draw = () => render(Within, { client, component: MakingSheet, given: { onopen }, making });
  return { client, making, onopen, draw };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name, hidden: true });
const press = async (name: string | RegExp) => {
  await fireEvent.click(button(name));
  await settled();
};

describe('a character from a novel', () => {
  async function planned(answers: FakeClient['answers'] = {}) {
    const made = await sheet({ read_book: () => book, plan_novel: () => plan(), ...answers });
    made.making.begin('novel');
    made.draw();
    await press('Choose a book');
    await fireEvent.input(screen.getByLabelText('Who should it be?'), { target: { value: ' Alice ' } });
    await press('Look for them');
    return made;
  }

  it('begins with a book, and asks who it should be', async () => {
    const { client } = await planned();
    expect(client.inputs('read_book')).toEqual([{ file: { handle: 'h' } }]);
    expect(client.inputs('plan_novel')).toEqual([{ job_id: 'job', name: 'Alice' }]);
    expect(screen.getByText('34,220 tokens')).toBeTruthy();
    expect(screen.getByText('They surely speak 354 times.')).toBeTruthy();
    expect(screen.getByText('84 calls, about 42 minutes, no cost')).toBeTruthy();
    expect(screen.getByText('Read by Qwen3 4B, on this computer.')).toBeTruthy();
  });

  it('is looked for under other names when they are ticked', async () => {
    const { client } = await planned();
    await fireEvent.click(screen.getByRole('checkbox', { name: /^Miss Alice/, hidden: true }));
    await settled();
    expect(client.inputs('plan_novel')[1]).toEqual({ job_id: 'job', name: 'Alice', aliases: ['Alice', 'Miss Alice'] });
  });

  it('who is not in the book is told, and can be written otherwise', async () => {
    await planned({ plan_novel: () => Promise.reject(new ApiError('character_not_in_source', '')) });
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('Nobody of that name is in this book');
    expect(screen.getByLabelText<HTMLInputElement>('Who should it be?').value).toBe(' Alice ');
    expect(button('Begin reading')).toHaveProperty('disabled', true);
  });

  it('is read as a sample first when that is wished', async () => {
    const { client } = await planned({ start_making: ({ quick }) => job({ quick }), list_jobs: () => [job()] });
    await fireEvent.click(screen.getByRole('radio', { name: /^A few passages first/, hidden: true }));
    await press('Begin reading');
    expect(client.inputs('start_making')).toEqual([{ job_id: 'job', quick: true, consent: false }]);
    expect(screen.getByText('about 21 minutes left')).toBeTruthy();
  });

  it('that was only planned is given up when the sheet is shut', async () => {
    const { client, making } = await planned();
    making.shut();
    expect(client.inputs('cancel_job')).toEqual([{ job_id: 'job' }]);
  });

  it('of a protected book is refused in plain words', async () => {
    const { making, draw } = await sheet({ read_book: () => Promise.reject(new ApiError('book_drm', '')) });
    making.begin('novel');
    draw();
    await press('Choose a book');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('This book is copy-protected');
  });
});

describe('a character from messages', () => {
  async function read(view: MessagesView = messages, answers: FakeClient['answers'] = {}) {
    const made = await sheet({ read_messages: () => view, plan_messages: () => messagesPlan, ...answers });
    made.making.begin('messages');
    made.draw();
    await press('Choose an export');
    return made;
  }

  it('needs the notice to be agreed to, and hides private data unless it is switched off', async () => {
    const { client } = await read(messages, { start_making: () => job({ kind: 'messages' }) });
    await fireEvent.click(screen.getByRole('radio', { name: /^Ada/, hidden: true }));
    await settled();
    expect(screen.getByText('Found: 2 phone numbers and 1 code.')).toBeTruthy();
    expect(button('Begin reading')).toHaveProperty('disabled', true);
    await fireEvent.click(screen.getByRole('checkbox', { name: /^I may use these messages/, hidden: true }));
    await press('Begin reading');
    expect(client.inputs('start_making')).toEqual([
      { job_id: 'job', quick: false, consent: true, mask_private_data: true },
    ]);
  });

  it('asks which of day and month stands first when the dates do not tell', async () => {
    const { client } = await read({ ...messages, date_order_unsure: true });
    await press('The month: 12/31');
    expect(client.inputs('read_messages')[1]).toEqual({ job_id: 'job', date_order: 'month_first' });
  });

  it('asks which column of a table holds what', async () => {
    const rows = [['who', 'when', 'what']];
    const { client } = await read({ ...messages, participants: [], columns_needed: rows });
    await fireEvent.change(screen.getByLabelText('The words'), { target: { value: '2' } });
    await fireEvent.change(screen.getByLabelText('When'), { target: { value: '1' } });
    await press('Read it so');
    expect(client.inputs('read_messages')[1]).toEqual({
      job_id: 'job',
      columns: { author: 0, text: 2, time: 1, has_header: true },
    });
  });
});

describe('reading', () => {
  async function running(change: Partial<JobView> = {}, answers: FakeClient['answers'] = {}) {
    const made = await sheet({ list_jobs: () => [job(change)], ...answers });
    await made.making.load();
    await made.making.resumeAt(job(change));
    made.draw();
    return made;
  }

  it('says how far it is, for those who hear it too', async () => {
    await running({ progress: { calls: 84, done: 48, failed: 2, in_flight: 4, seconds_left: null } });
    const bar = screen.getByRole('progressbar', { hidden: true });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['48', '84']);
    expect(screen.getByText(/^2 passages gave no usable answer/)).toBeTruthy();
  });

  it('can be paused, and goes on', async () => {
    const { client } = await running(
      {},
      { pause_job: () => job({ state: 'paused' }), resume_job: () => job({ state: 'running' }) },
    );
    await press('Pause');
    expect(screen.getByText('Paused. Nothing that was read is lost.')).toBeTruthy();
    await press('Go on');
    expect(client.inputs('resume_job')).toEqual([{ job_id: 'job' }]);
    expect(screen.getByText('about 21 minutes left')).toBeTruthy();
  });

  it('is given up only after a question', async () => {
    const { client, making } = await running();
    await press('Give it up');
    expect(client.inputs('cancel_job')).toEqual([]);
    const ask = screen.getByRole('alertdialog', { hidden: true });
    await fireEvent.click(within(ask).getByRole('button', { name: 'Give it up', hidden: true }));
    await settled();
    expect(client.inputs('cancel_job')).toEqual([{ job_id: 'job' }]);
    expect(making.kind).toBeNull();
  });

  it('that was stopped by an error says why', async () => {
    await running({ state: 'paused', error: { code: 'model_unreachable', message: 'gone' } });
    const said = screen.getByRole('alert', { hidden: true }).textContent;
    expect(said).toContain('Reading “Alice in Wonderland” stopped: the model could not be reached');
    expect(said).not.toContain('No reply');
  });

  it('turns into the review as soon as it is done', async () => {
    const { client, making } = await running(
      {},
      {
        get_making_draft: () => ({ job_id: 'job', revision: 1, draft: draft(), made_before: null }),
      },
    );
    client.answers.list_jobs = () => [job({ state: 'review', draft_revision: 1 })];
    making.handle({ type: 'job_changed', job_id: 'job' });
    expect(await screen.findByText('Curious')).toBeTruthy();
  });
});

describe('the review', () => {
  async function review(answers: FakeClient['answers'] = {}, first = draft()) {
    let revision = 1;
    const reviewed = job({ state: 'review' });
    const made = await sheet({
      list_jobs: () => [reviewed],
      get_making_draft: () => ({ job_id: 'job', revision, draft: first, made_before: null }),
      change_making_draft: () => ({ job_id: 'job', revision: ++revision, draft: first, made_before: null }),
      ...answers,
    });
    await made.making.load();
    await made.making.resumeAt(reviewed);
    made.draw();
    await settled();
    return made;
  }
  const changes = (client: FakeClient) => client.inputs('change_making_draft').map(({ change }) => change);

  it('shows each trait with the words it rests on', async () => {
    await review();
    const row = screen.getByText('Curious').closest('li')!;
    expect(within(row).getByText('burning with curiosity')).toBeTruthy();
    expect(within(row).getByText('Down the Rabbit-Hole')).toBeTruthy();
    expect(within(screen.getByText('Polite').closest('li')!).getByText('measured')).toBeTruthy();
  });

  it('drops what is unticked, edits and merges', async () => {
    const { client } = await review();
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Keep: Polite', hidden: true }));
    await settled();
    await press('Edit: Curious');
    await fireEvent.input(screen.getByLabelText('Words'), { target: { value: 'Very curious' } });
    await press('Save');
    await fireEvent.click(screen.getAllByRole('button', { name: 'Merge with another', hidden: true })[0]!);
    await settled();
    await press('Merge with this');
    await press('Save');
    expect(changes(client)).toEqual([
      { type: 'drop_items', list: 'traits', ids: [2] },
      { type: 'edit_item', list: 'traits', id: 1, text: 'Very curious' },
      { type: 'merge_items', list: 'traits', ids: [1, 2], text: 'Curious Polite' },
    ]);
    expect(client.inputs('change_making_draft').map(({ expected_revision }) => expected_revision)).toEqual([1, 2, 3]);
  });

  it('holds the memories by chapter, and draws only the open ones', async () => {
    const many = Array.from({ length: 50 }, (_, id) => draftMemory(id, { chapter: 1 }));
    await review({}, draft({ memories: [draftMemory(99), ...many] }));
    await fireEvent.click(screen.getByRole('tab', { name: 'Memories', hidden: true }));
    expect(screen.getByText('Lived 99')).toBeTruthy();
    expect(screen.queryByText('Lived 7')).toBeNull();
    const second = screen.getByText('The Pool of Tears', { selector: 'summary *' }).closest('details')!;
    second.open = true;
    await fireEvent(second, new Event('toggle'));
    await waitFor(() => expect(screen.getByText('Lived 7')).toBeTruthy());
  });

  it('saves a text when it is left, and limits what is known of the story', async () => {
    const { client } = await review();
    await fireEvent.change(screen.getByLabelText('Knows the story up to'), { target: { value: '0' } });
    await settled();
    await fireEvent.click(screen.getByRole('tab', { name: 'Description', hidden: true }));
    const greeting = screen.getByLabelText('First words');
    await fireEvent.input(greeting, { target: { value: 'Dear me!' } });
    await fireEvent.change(greeting);
    await settled();
    expect(changes(client)).toEqual([
      { type: 'limit_spoilers', chapter: 0 },
      { type: 'set_text', field: 'greeting', text: 'Dear me!' },
    ]);
  });

  it('is read again when it was changed elsewhere', async () => {
    const { client, making } = await review({
      change_making_draft: () => Promise.reject(new ApiError('job_conflict', '')),
    });
    client.answers.get_making_draft = () => ({
      job_id: 'job',
      revision: 9,
      draft: draft({ name: 'Alice L.' }),
      made_before: null,
    });
    await fireEvent.click(screen.getByRole('checkbox', { name: 'Keep: Polite', hidden: true }));
    await settled();
    flushSync();
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('changed in another window');
    expect(making.draft?.revision).toBe(9);
  });

  it('is thrown away only after a question that says what is lost', async () => {
    const { client, making } = await review({}, draft({ edited: true }));
    await press('Throw it away');
    const ask = screen.getByRole('alertdialog', { hidden: true });
    expect(ask.textContent).toContain('6 traits, memories and lines');
    expect(ask.textContent).toContain('Your changes are lost with it.');
    await fireEvent.click(within(ask).getByRole('button', { name: 'Keep it', hidden: true }));
    expect([client.inputs('cancel_job'), screen.queryByRole('alertdialog', { hidden: true })]).toEqual([[], null]);
    await press('Throw it away');
    const again = screen.getByRole('alertdialog', { hidden: true });
    await fireEvent.click(within(again).getByRole('button', { name: 'Throw it away', hidden: true }));
    await settled();
    expect([client.inputs('cancel_job'), making.kind]).toEqual([[{ job_id: 'job' }], null]);
  });

  it('of a sample is replaced by the whole, after a question where something was changed', async () => {
    const sampled = { list_jobs: () => [job({ state: 'review', quick: true })], start_making: () => job() };
    const untouched = await review(sampled);
    await press('Read the whole');
    expect(untouched.client.inputs('start_making')).toEqual([{ job_id: 'job', quick: false, consent: true }]);
    cleanup();
    const { client } = await review(sampled, draft({ edited: true }));
    await press('Read the whole');
    expect(client.inputs('start_making')).toEqual([]);
    const ask = screen.getByRole('alertdialog', { hidden: true });
    expect(ask.textContent).toContain('your changes to this one are lost');
    await fireEvent.click(within(ask).getByRole('button', { name: 'Read the whole', hidden: true }));
    await settled();
    expect(client.inputs('start_making')).toHaveLength(1);
  });

  it('saves the character once, also when the answer was lost, and leads to it', async () => {
    const saved = { character_id: 'alice', name: 'Alice', path: '/home/reader/alice.json', memories: 3 };
    const { client, onopen } = await review({
      save_made_character: () => Promise.reject(new ApiError(UNREACHABLE, '')),
    });
    await press('Save the character');
    client.answers.save_made_character = () => saved;
    await press('Save the character');
    const names = client.inputs('save_made_character').map(({ operation_id }) => operation_id);
    expect([names.length, new Set(names).size]).toEqual([2, 1]);
    expect(screen.getByRole('heading', { name: 'Alice is here', hidden: true })).toBeTruthy();
    await press('Begin to talk');
    expect(onopen).toHaveBeenCalledWith('alice');
  });
});

describe('the rail', () => {
  it('leads to what is being made, also after a restart', async () => {
    const client = new FakeClient({
      list_jobs: () => [job(), job({ id: 'b', state: 'planning' }), job({ id: 'c', state: 'saved' })],
    });
    const making = new MakingState(client);
    await making.load();
    render(Within, { client, component: NewCharacter, making });
    const list = screen.getByRole('list', { name: 'Being made' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
    await fireEvent.click(within(list).getByRole('button', { name: 'Alice: 48 of 84 read' }));
    expect([making.kind, making.step]).toEqual(['novel', 'reading']);
  });
});

describe('times and costs', () => {
  it('are told roughly', () => {
    expect([4, 62, 300, 9000].map(timeWords)).toEqual([
      'about 5 seconds',
      'about 65 seconds',
      'about 5 minutes',
      'about 3 hours',
    ]);
    expect(estimateWords(estimate(1, { cost: 0.1234 }))).toBe('1 call, about 30 seconds, about $0.12');
  });
});
