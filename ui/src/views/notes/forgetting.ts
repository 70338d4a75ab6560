// What forgetting means, point by point: what goes, what stays.
import type { FactView } from '../../api/generated/FactView';
import type { MemoryNodeView } from '../../api/generated/MemoryNodeView';
import type { IconName } from '../../components/icons';
import { t } from '../../i18n/index.svelte';

/** Something to be forgotten, and what that means. */
export interface Forgetting {
  title: string;
  /** Its own words. */
  words: string;
  points: { icon: IconName; text: string }[];
  /** What it has replaced, and what becomes of that; none when it has replaced nothing. */
  replaced?: { stays: string; goes: string };
}

/** `name` is the character's, `history` what newer facts have replaced. */
export function forgettingFact(fact: FactView, name: string, history: readonly FactView[]): Forgetting {
  const replaced = replacing(fact, history);
  return {
    title: t('forgetTitle'),
    words: fact.text,
    ...(replaced ? { replaced } : {}),
    points: [
      { icon: 'clear', text: t('forgetKnows', { name }) },
      { icon: 'people', text: fact.scope === 'character' ? t('forgetEverywhere', { name }) : t('forgetHere') },
      { icon: 'book', text: t('forgetPage') },
      { icon: 'data', text: t('forgetRest') },
    ],
  };
}

/** What a fact has replaced counts again when it alone goes, unless something else has replaced the fact itself by now. */
function replacing(fact: FactView, history: readonly FactView[]): Forgetting['replaced'] | null {
  const by = (id: string) => history.filter(({ superseded_by }) => superseded_by === id);
  const row = by(fact.id);
  if (fact.superseded_by !== null || row.length === 0) return null;
  const stays = quoted(row);
  // The row grows while it is walked; what was written by hand may go in a circle.
  for (const { id } of row) row.push(...by(id).filter((older) => !row.includes(older)));
  return { stays: t('forgetReplaced', { text: stays }), goes: t('forgetReplacedGoes', { text: quoted(row) }) };
}

function quoted(facts: readonly FactView[]): string {
  return facts.map(({ text }) => text).join('”, “');
}

/** The same for a memory of the graph. */
export function forgettingMemory(node: MemoryNodeView, name: string): Forgetting {
  const said = node.origin === 'conversation';
  return {
    title: t('nodeForgetTitle'),
    words: node.title,
    points: [
      { icon: 'clear', text: t(said ? 'nodeForgetKnows' : 'nodeForgetPast', { name }) },
      ...(said ? [{ icon: 'book' as const, text: t('nodeForgetPage') }] : []),
      { icon: 'data', text: t('nodeForgetRest') },
    ],
  };
}
