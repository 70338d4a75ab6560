// What the making page says of a character that was made of the same source before.
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';

import type { MadeBeforeView } from '../../api/generated/MadeBeforeView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { MakingState } from '../../state/making.svelte';
import { FakeClient } from '../../testing/fakeClient';
import { draft, job, plan } from '../../testing/makings';
import { settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import MakingSheet from './MakingSheet.svelte';
import MadeBefore from './MadeBefore.svelte';

beforeEach(letDialogsOpen);

const made_before: MadeBeforeView = { character_id: 'alice', name: 'Alice', made_at: Date.now() - 86_400_000 };

async function review(before: MadeBeforeView | null) {
  const reviewed = job({ state: 'review' });
  const client = new FakeClient({
    list_jobs: () => [reviewed],
    get_making_draft: () => ({ job_id: 'job', revision: 1, draft: draft(), made_before: before }),
    save_made_character: ({ replaces }) => ({
      character_id: replaces ?? 'alice_2',
      name: 'Alice',
      path: '/data/characters/alice.json',
      memories: 3,
    }),
  });
  const making = new MakingState(client);
  await making.load();
  await making.resumeAt(reviewed);
  render(Within, { client, component: MakingSheet, given: { onopen: vi.fn() }, making });
  await settled();
  const save = async () => {
    await fireEvent.click(screen.getByRole('button', { name: 'Save the character', hidden: true }));
    await settled();
    return client.inputs('save_made_character')[0];
  };
  return save;
}

const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name, hidden: true });

it('another character is made unless it is to take the place of the former one', async () => {
  const save = await review(made_before);
  expect(screen.getByText(/^Alice was made of this before, /)).toBeTruthy();
  expect(choice('Make another character').checked).toBe(true);
  expect(await save()).not.toHaveProperty('replaces');
});

it('takes the place of the former one when that is chosen', async () => {
  const save = await review(made_before);
  await fireEvent.click(choice('Take its place'));
  expect(await save()).toMatchObject({ replaces: 'alice' });
});

it('asks nothing when none was made before', async () => {
  await review(null);
  expect(screen.queryAllByRole('radio', { hidden: true })).toHaveLength(0);
});

it('is told in the plan, too', () => {
  render(MadeBefore, { before: plan({ made_before }).made_before });
  expect(screen.getByRole('status').textContent).toContain('Alice was made of this before');
});
