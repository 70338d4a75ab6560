// What fills a model's window, as shares of it. Pure sums; tokens throughout.
import type { LeftOutReason } from '../../api/generated/LeftOutReason';
import type { LeftOutView } from '../../api/generated/LeftOutView';
import type { PromptPartName } from '../../api/generated/PromptPartName';
import type { PromptRecordView } from '../../api/generated/PromptRecordView';
import { t, type Key } from '../../i18n/index.svelte';

export type Group = 'character' | 'memory' | 'talk' | 'reply' | 'free';

/** The groups in the order of the legend. */
export const groups: readonly { group: Group; label: Key }[] = [
  { group: 'character', label: 'groupCharacter' },
  { group: 'memory', label: 'groupMemory' },
  { group: 'talk', label: 'groupTalk' },
  { group: 'reply', label: 'groupReply' },
  { group: 'free', label: 'groupFree' },
];

const parts: Record<PromptPartName, { group: Group; label: Key }> = {
  rules: { group: 'character', label: 'partRules' },
  character: { group: 'character', label: 'partCharacter' },
  persona: { group: 'character', label: 'partPersona' },
  examples: { group: 'character', label: 'partExamples' },
  summary: { group: 'memory', label: 'partSummary' },
  facts: { group: 'memory', label: 'partFacts' },
  relationship: { group: 'memory', label: 'partRelationship' },
  recalled: { group: 'memory', label: 'partRecalled' },
  recent: { group: 'talk', label: 'partRecent' },
  clock: { group: 'talk', label: 'partClock' },
  continue: { group: 'talk', label: 'partContinue' },
};

/** A stretch of the bar; its share is out of 1. */
export type Segment = { group: Group; tokens: number; share: number };

export function groupOf(name: PromptPartName): Group {
  return parts[name].group;
}

export function partLabel(name: PromptPartName): Key {
  return parts[name].label;
}

/** What was sent, altogether. */
export function tokensSent({ parts }: PromptRecordView): number {
  return parts.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The bar from its beginning to its end: every part in its order, the room for the reply, and what is left. */
export function segmentsOf(record: PromptRecordView): Segment[] {
  const sent = tokensSent(record);
  const free = Math.max(0, record.window_tokens - sent - record.reply_tokens);
  // A prompt that was counted too low may reach beyond the window.
  const whole = Math.max(1, sent + record.reply_tokens + free);
  const stretch = (group: Group, tokens: number): Segment => ({ group, tokens, share: tokens / whole });
  return [
    ...record.parts.map(({ name, tokens }) => stretch(groupOf(name), tokens)),
    stretch('reply', record.reply_tokens),
    stretch('free', free),
  ].filter(({ tokens }) => tokens > 0);
}

/** How much of the bar a group takes. */
export function tokensOf(segments: readonly Segment[], group: Group): number {
  return segments.reduce((sum, segment) => (segment.group === group ? sum + segment.tokens : sum), 0);
}

const reasons: Record<LeftOutReason, Key> = {
  window: 'leftWindow',
  limit: 'leftLimit',
  excluded: 'leftExcluded',
  summarised: 'leftSummarised',
  unreadable: 'leftUnreadable',
  small_model: 'leftSmallModel',
};
const counted: Partial<Record<PromptPartName, Key>> = {
  recent: 'leftMessages',
  facts: 'leftMemories',
  recalled: 'leftRecalled',
  examples: 'leftExamples',
};

/** What was left out and why, in words. */
export function leftOutWords({ what, count, why }: LeftOutView): string {
  const key = counted[what];
  return t('leftOut', { what: key ? t(key, { count }) : t(partLabel(what)), why: t(reasons[why]) });
}
