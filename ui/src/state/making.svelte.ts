// Making a character from a novel or from messages: the jobs, the one that is looked at, and what the reader does with it.
import { createContext } from 'svelte';

import { asApiError, UNREACHABLE, type ApiError, type Client } from '../api/client';
import type { BookView } from '../api/generated/BookView';
import type { DraftChange } from '../api/generated/DraftChange';
import type { Event } from '../api/generated/Event';
import type { JobView } from '../api/generated/JobView';
import type { MakingDraftView } from '../api/generated/MakingDraftView';
import type { MakingKind } from '../api/generated/MakingKind';
import type { MessagesPlanView } from '../api/generated/MessagesPlanView';
import type { MessagesView } from '../api/generated/MessagesView';
import type { NovelPlanView } from '../api/generated/NovelPlanView';
import type { ReadMessages } from '../api/generated/ReadMessages';
import type { SavedCharacterView } from '../api/generated/SavedCharacterView';
import type { StartMaking } from '../api/generated/StartMaking';
import { newOperationId } from './operation';

/** The steps of making a character, in their order. */
export const steps = ['file', 'plan', 'reading', 'review'] as const;
export type Step = (typeof steps)[number];

/** Endings of files that can be read as a book or as an export of messages. */
const endings: Record<MakingKind, readonly string[]> = {
  novel: ['epub', 'txt', 'html', 'htm', 'xhtml', 'md'],
  messages: ['zip', 'txt', 'json', 'js', 'csv', 'tsv', 'xml', 'html', 'md'],
};

/** What is under way: a file is being read, somebody is being looked for, a job is being changed. */
export type MakingWork = 'file' | 'plan' | 'job' | 'draft' | 'save';

export class MakingState {
  /** What is being made; none while the sheet is shut. */
  kind = $state<MakingKind | null>(null);
  busy = $state<MakingWork | null>(null);
  trouble = $state.raw<ApiError | null>(null);
  book = $state.raw<BookView | null>(null);
  messages = $state.raw<MessagesView | null>(null);
  novelPlan = $state.raw<NovelPlanView | null>(null);
  messagesPlan = $state.raw<MessagesPlanView | null>(null);
  draft = $state.raw<MakingDraftView | null>(null);
  saved = $state.raw<SavedCharacterView | null>(null);
  #jobs = $state.raw<readonly JobView[]>([]);
  #jobId = $state<string | null>(null);

  readonly job: JobView | null = $derived(this.#jobs.find(({ id }) => id === this.#jobId) ?? null);
  /** Jobs that somebody may go on with: those that were started and not saved. */
  readonly open: readonly JobView[] = $derived(
    this.#jobs.filter(({ state }) => state === 'running' || state === 'paused' || state === 'review'),
  );
  readonly step: Step = $derived.by(() => {
    const state = this.job?.state;
    if (state === 'review' || state === 'saved') return 'review';
    if (state === 'running' || state === 'paused') return 'reading';
    return this.#jobId === null ? 'file' : 'plan';
  });

  readonly #client: Client;
  #reads = 0;
  #plans = 0;
  #changed: Promise<unknown> = Promise.resolve();
  /** Under which name the character goes out, so that one whose answer was lost is not saved twice. */
  #saving: { of: string; operationId: string } | null = null;

  constructor(client: Client) {
    this.#client = client;
  }

  handle(event: Event): void {
    if (event.type === 'job_changed' || event.type === 'resync') void this.load();
  }

  /** Reads the jobs; they go on while nobody looks. */
  async load(): Promise<void> {
    const read = ++this.#reads;
    try {
      const jobs = await this.#client.call('list_jobs', {});
      if (read !== this.#reads) return;
      this.#jobs = jobs;
      if (this.kind !== null && this.job?.state === 'review' && this.draft === null) await this.#readDraft();
    } catch (thrown) {
      // Without them nothing is lost but the list of what can be gone on with; whoever opens one is told.
      if (read === this.#reads && this.kind !== null) this.trouble = asApiError(thrown);
    }
  }

  /** Opens the sheet for something new. */
  begin(kind: MakingKind): void {
    this.#forget();
    this.kind = kind;
  }

  /** Opens the sheet where a job stands. */
  async resumeAt(job: JobView): Promise<void> {
    this.#forget();
    this.kind = job.kind;
    this.#jobId = job.id;
    if (job.state === 'review') await this.#readDraft();
  }

  /** Shuts the sheet. A job that was started goes on; one that was only planned is given up. */
  shut(): void {
    this.kind = null;
    this.#giveUpPlan();
    this.#forget();
  }

  /** Goes back from the plan to another file. */
  chooseAgain(): void {
    const { kind } = this;
    this.#giveUpPlan();
    this.#forget();
    this.kind = kind;
  }

  /** Lets the reader pick a book or an export, and reads it. */
  async pick(): Promise<void> {
    const { kind } = this;
    if (kind === null) return;
    await this.#do('file', async () => {
      const picked = await this.#client.files.pickFile(endings[kind]);
      if (picked === null) return;
      if (kind === 'novel') {
        this.book = await this.#client.call('read_book', { file: picked.file });
        this.#jobId = this.book.job_id;
      } else {
        await this.#readMessages({ file: picked.file });
      }
    });
  }

  /** Reads an export again with answers to what was unclear. */
  async answer(answers: Pick<ReadMessages, 'date_order' | 'columns'>): Promise<void> {
    const id = this.#jobId;
    if (id === null) return;
    await this.#do('file', () => this.#readMessages({ job_id: id, ...answers }));
  }

  /** Looks for a character in the book; with other ticks it is looked for again. */
  async planNovel(name: string, aliases?: string[]): Promise<void> {
    const id = this.#jobId;
    if (id === null || name.trim() === '') return;
    const plan = ++this.#plans;
    // Whoever looks for somebody else must not begin with the one of before.
    if (this.novelPlan?.name !== name.trim()) this.novelPlan = null;
    await this.#do('plan', async () => {
      const view = await this.#client.call('plan_novel', {
        job_id: id,
        name: name.trim(),
        ...(aliases ? { aliases } : {}),
      });
      if (plan === this.#plans) this.novelPlan = view;
    });
  }

  async planMessages(person: string): Promise<void> {
    const id = this.#jobId;
    if (id === null) return;
    const plan = ++this.#plans;
    if (this.messagesPlan?.person !== person) this.messagesPlan = null;
    await this.#do('plan', async () => {
      const view = await this.#client.call('plan_messages', { job_id: id, person });
      if (plan === this.#plans) this.messagesPlan = view;
    });
  }

  /** Starts the planned job. `agreed` and `masked` are for messages only. */
  async start(quick: boolean, agreed = false, masked = true): Promise<void> {
    await this.#begin({ quick, consent: agreed, ...(this.kind === 'messages' ? { mask_private_data: masked } : {}) });
  }

  /** Reads all of what was only sampled; its draft takes the place of this one. What was agreed to for the sample holds. */
  async readAll(): Promise<void> {
    await this.#begin({ quick: false, consent: true });
  }

  async pause(): Promise<void> {
    await this.#turn('pause_job');
  }

  async resume(): Promise<void> {
    await this.#turn('resume_job');
  }

  /** Gives a job up, with everything that was made. */
  async cancel(): Promise<void> {
    const id = this.#jobId;
    if (id === null) return;
    await this.#do('job', async () => {
      await this.#client.call('cancel_job', { job_id: id });
      this.shut();
      await this.load();
    });
  }

  /** Changes the draft. Changes asked for quickly go one after the other; false when one was refused. */
  async change(change: DraftChange): Promise<boolean> {
    const changed = this.#changed.then(() =>
      this.#do('draft', async () => {
        const { draft } = this;
        if (!draft) return;
        const expected = { job_id: draft.job_id, expected_revision: draft.revision };
        this.draft = await this.#client.call('change_making_draft', { ...expected, change });
      }),
    );
    this.#changed = changed;
    return changed;
  }

  /** Saves the character; `portrait` is a picture as base64, `replaces` the character whose place it takes. */
  async save(portrait: string | null, replaces: string | null = null): Promise<void> {
    await this.#changed;
    const { draft } = this;
    if (!draft) return;
    await this.#do('save', async () => {
      const of = JSON.stringify([draft.job_id, draft.revision, portrait, replaces]);
      if (this.#saving?.of !== of) this.#saving = { of, operationId: newOperationId() };
      this.saved = await this.#client.call('save_made_character', {
        job_id: draft.job_id,
        expected_revision: draft.revision,
        operation_id: this.#saving.operationId,
        ...(portrait === null ? {} : { portrait }),
        ...(replaces === null ? {} : { replaces }),
      });
      await this.load();
    });
  }

  async #begin(how: Omit<StartMaking, 'job_id'>): Promise<void> {
    const id = this.#jobId;
    if (id === null) return;
    await this.#do('job', async () => {
      this.#put(await this.#client.call('start_making', { job_id: id, ...how }));
      this.draft = null;
      await this.load();
    });
  }

  async #readMessages(input: ReadMessages): Promise<void> {
    this.messages = await this.#client.call('read_messages', input);
    this.messagesPlan = null;
    this.#jobId = this.messages.job_id;
  }

  async #readDraft(): Promise<void> {
    const id = this.#jobId;
    if (id === null) return;
    try {
      const draft = await this.#client.call('get_making_draft', { job_id: id });
      if (id === this.#jobId) this.draft = draft;
    } catch (thrown) {
      if (id === this.#jobId) this.trouble = asApiError(thrown);
    }
  }

  async #turn(command: 'pause_job' | 'resume_job'): Promise<void> {
    const id = this.#jobId;
    if (id !== null) await this.#do('job', async () => this.#put(await this.#client.call(command, { job_id: id })));
  }

  async #do(work: MakingWork, act: () => Promise<void>): Promise<boolean> {
    this.busy = work;
    this.trouble = null;
    try {
      await act();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      this.trouble = error;
      // Somebody may have changed the draft elsewhere.
      if ((work === 'draft' || work === 'save') && error.code !== UNREACHABLE) await this.#readDraftQuietly();
      return false;
    } finally {
      this.busy = null;
    }
  }

  async #readDraftQuietly(): Promise<void> {
    const { trouble } = this;
    await this.#readDraft();
    this.trouble = trouble;
  }

  /** Takes in a job as it is now. */
  #put(job: JobView): void {
    this.#reads++;
    this.#jobs = [...this.#jobs.filter(({ id }) => id !== job.id), job];
  }

  #giveUpPlan(): void {
    const id = this.#jobId;
    if (id === null || this.step !== 'plan') return;
    // When that fails, it is only a plan that stays.
    void this.#client.call('cancel_job', { job_id: id }).catch(() => undefined);
  }

  #forget(): void {
    this.#jobId = null;
    this.#plans++;
    this.trouble = null;
    this.book = this.messages = this.novelPlan = this.messagesPlan = this.draft = this.saved = null;
  }
}

export const [getMaking, setMaking] = createContext<MakingState>();
