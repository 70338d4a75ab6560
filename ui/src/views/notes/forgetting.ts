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
}

/** `name` is the character's. */
export function forgettingFact(fact: FactView, name: string): Forgetting {
  return {
    title: t('forgetTitle'),
    words: fact.text,
    points: [
      { icon: 'clear', text: t('forgetKnows', { name }) },
      { icon: 'people', text: fact.scope === 'character' ? t('forgetEverywhere', { name }) : t('forgetHere') },
      { icon: 'book', text: t('forgetPage') },
      { icon: 'data', text: t('forgetRest') },
    ],
  };
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
