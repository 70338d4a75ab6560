// For tests: jobs, plans and drafts of characters in the making, with what matters given and the rest filled in.
import type { Draft } from '../api/generated/Draft';
import type { DraftMemory } from '../api/generated/DraftMemory';
import type { EstimateView } from '../api/generated/EstimateView';
import type { JobView } from '../api/generated/JobView';
import type { MakingModelView } from '../api/generated/MakingModelView';
import type { NovelPlanView } from '../api/generated/NovelPlanView';

export const model: MakingModelView = { name: 'Qwen3 4B', method: 'model', leaves_computer: false, host: null };

export function estimate(calls: number, change: Partial<EstimateView> = {}): EstimateView {
  return { passages: calls, calls, input_tokens: 0, output_tokens: 0, seconds: calls * 30, cost: 0, ...change };
}

export function job(change: Partial<JobView> = {}): JobView {
  return {
    id: 'job',
    kind: 'novel',
    state: 'running',
    title: 'Alice in Wonderland',
    person: 'Alice',
    quick: false,
    model,
    progress: { calls: 84, done: 48, failed: 0, in_flight: 4, seconds_left: 1260 },
    found: [],
    error: null,
    character_id: null,
    draft_revision: 0,
    created_at: '2026-11-30T09:00:00Z',
    updated_at: '2026-11-30T09:00:00Z',
    ...change,
  };
}

export function plan(change: Partial<NovelPlanView> = {}): NovelPlanView {
  return {
    job_id: 'job',
    name: 'Alice',
    aliases: [
      { text: 'Alice', count: 395, ticked: true, samples: ['Alice was beginning to get very tired'] },
      { text: 'Miss Alice', count: 1, ticked: false, samples: [] },
    ],
    chapters: [{ title: 'Down the Rabbit-Hole', tokens: 2000, passages: 9, kept: 8, told_by_character: false }],
    passages: 100,
    lines: 354,
    sample_lines: ['Curiouser and curiouser!'],
    speech: ['Asks often.'],
    full: estimate(84),
    quick: estimate(6),
    model,
    made_before: null,
    ...change,
  };
}

export function draftMemory(id: number, change: Partial<DraftMemory> = {}): DraftMemory {
  const at = '1865-05-04T10:00:00Z';
  return {
    id,
    text: `Lived ${id}`,
    chapter: 0,
    passage: id,
    excerpt: '',
    at,
    importance: 3,
    dropped: false,
    ...change,
  };
}

export function draft(change: Partial<Draft> = {}): Draft {
  return {
    kind: 'novel',
    method: 'model',
    name: 'Alice',
    source: 'Alice in Wonderland',
    authors: ['Lewis Carroll'],
    description: 'A girl who asks',
    role: '',
    background: '',
    universe: '',
    setting: '',
    synopsis: '',
    directions: '',
    greeting: 'Who are you?',
    tone: [],
    speech: [],
    traits: [
      { id: 1, text: 'Curious', quote: 'burning with curiosity', chapter: 0, dropped: false },
      { id: 2, text: 'Polite', quote: '', chapter: null, dropped: false },
    ],
    memories: [draftMemory(1), draftMemory(2), draftMemory(3, { chapter: 1 })],
    lines: [{ id: 1, before: 'Who are you?', text: 'I hardly know.', chapter: 0, dropped: false }],
    chapters: ['Down the Rabbit-Hole', 'The Pool of Tears'],
    summaries: {},
    spoiler_limit: null,
    notes: [],
    edited: false,
    ...change,
  };
}
