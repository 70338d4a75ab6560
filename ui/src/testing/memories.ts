// For tests: what is remembered and what was sent, with what matters given and the rest filled in.
import type { Axis } from '../api/generated/Axis';
import type { AxisView } from '../api/generated/AxisView';
import type { FactView } from '../api/generated/FactView';
import type { MemoryView } from '../api/generated/MemoryView';
import type { PromptRecordView } from '../api/generated/PromptRecordView';
import type { RelationshipEventView } from '../api/generated/RelationshipEventView';

export function fact(id: string, text: string, change: Partial<FactView> = {}): FactView {
  return {
    id,
    text,
    kind: 'automatic',
    scope: 'conversation',
    importance: 3,
    sources: [{ message_id: 'm1', position: 1 }],
    superseded_by: null,
    created_at: Date.UTC(2026, 10, 28),
    ...change,
  };
}

/** A fact that the reader wrote. */
export function written(id: string, text: string, change: Partial<FactView> = {}): FactView {
  return fact(id, text, { kind: 'pinned', sources: [], ...change });
}

export function development(reason: string, change = 1): RelationshipEventView {
  return { change, reason, sources: [{ message_id: 'm1', position: 1 }], created_at: Date.UTC(2026, 10, 28) };
}

export function axis(name: Axis, change: Partial<AxisView> = {}): AxisView {
  const enabled = name === 'trust' || name === 'familiarity';
  return { axis: name, enabled, locked: false, level: 0, events: [], ...change };
}

export function remembered(change: Partial<MemoryView> = {}): MemoryView {
  return {
    conversation_id: 'talk',
    memory_revision: 1,
    summary: null,
    pinned: [],
    automatic: [],
    history: [],
    relationship: [axis('trust'), axis('familiarity'), axis('romance'), axis('attraction')],
    excluded: [],
    method: 'model',
    work: { state: 'idle' },
    ...change,
  };
}

export function sent(change: Partial<PromptRecordView> = {}): PromptRecordView {
  return {
    message_id: 'm2',
    alternate: 0,
    model: 'Qwen3 4B',
    window_tokens: 1000,
    window_known: true,
    reply_tokens: 200,
    parts: [
      { name: 'rules', tokens: 100, text: 'Stay in character.' },
      { name: 'facts', tokens: 50, text: 'Clara lives in Oslo.' },
      { name: 'recent', tokens: 150, text: 'Who was he?' },
    ],
    facts: [{ id: 'oslo', text: 'Clara lives in Oslo.', kind: 'pinned' }],
    recalled: [],
    left_out: [],
    ...change,
  };
}
