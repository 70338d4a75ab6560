import { render, screen, within } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';

import type { JobView } from '../../api/generated/JobView';
import { MakingState } from '../../state/making.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { job } from '../../testing/makings';
import Within from '../../testing/Within.svelte';
import Reading from './Reading.svelte';

describe('while a source is read', () => {
  function shown(change: Partial<JobView> = {}) {
    const client = new FakeClient({});
    const given = { job: job(change) };
    return render(Within, { client, component: Reading, given, making: new MakingState(client) });
  }

  it('what was found last is shown, each with its chapter', () => {
    shown({
      found: [
        { kind: 'memory', text: 'I fell for a long time.', chapter: 0, chapter_title: 'Down the Rabbit-Hole' },
        { kind: 'trait', text: 'Asks about everything.', chapter: 1, chapter_title: 'II' },
      ],
    });
    const list = screen.getByRole('region', { name: 'Found last' });
    const rows = within(list).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      'I fell for a long time. Memory · Down the Rabbit-Hole',
      'Asks about everything. Trait · Chapter II',
    ]);
  });

  it('there is no empty list before anything was found', () => {
    shown();
    expect(screen.queryByRole('region', { name: 'Found last' })).toBeNull();
  });
});
