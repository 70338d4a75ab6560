import { expect, it } from 'vitest';

import type { ConversationSummary } from '../../api/generated/ConversationSummary';
import { familiesOf, type Family } from './families';

function summary(id: string, updated_at: number, from?: [string, number]): ConversationSummary {
  const branched_from = from ? { conversation_id: from[0], position: from[1] } : null;
  return { id, character_id: 'holmes', title: id, name: '', branched_from, message_count: 3, updated_at };
}

const drawn = (families: Family[]): unknown[] =>
  families.map(({ conversation, branches }) =>
    branches.length > 0 ? [conversation.id, drawn(branches)] : conversation.id,
  );

it('puts branches under their origin, in the order of the places where they part', () => {
  const all = [summary('late', 9, ['root', 8]), summary('root', 1), summary('early', 5, ['root', 2])];
  expect(drawn(familiesOf(all))).toEqual([['root', ['early', 'late']]]);
});

it('puts the family in which something happened last first, whichever of its branches that was', () => {
  const all = [
    summary('alone', 5),
    summary('root', 1),
    summary('branch', 3, ['root', 2]),
    summary('twig', 9, ['branch', 4]),
  ];
  expect(drawn(familiesOf(all))).toEqual([['root', [['branch', ['twig']]]], 'alone']);
});

it('leaves none out whose origin is gone, or that name each other', () => {
  const all = [summary('orphan', 3, ['gone', 2]), summary('one', 2, ['other', 0]), summary('other', 1, ['one', 0])];
  const families = familiesOf(all);
  expect(drawn(families)).toEqual(['orphan', ['one', ['other']]]);
  expect(families.map(({ alone }) => alone)).toEqual([true, false]);
});
