import type { FactView } from '../../api/generated/FactView';

/** What can be done with a fact of the list. */
export type FactAct = 'pin' | 'unpin' | 'edit' | 'forget' | 'give' | 'merge' | 'mergeWith';

/** How the changing of a fact's words ended, and with which words. */
export type EditEnd = { saved: 'no' | 'changed' | 'merged'; text: string };

/** The fact to show after one has gone: the one that took its place in the list, else the last one. */
export function neighbourOf(before: readonly FactView[], id: string, after: readonly FactView[]): FactView | undefined {
  const at = before.findIndex((fact) => fact.id === id);
  return at === -1 ? undefined : after[Math.min(at, after.length - 1)];
}
