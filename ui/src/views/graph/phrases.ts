// Feelings, origins, priorities and reasons of recall in plain words.
import type { EmotionLabel } from '../../api/generated/EmotionLabel';
import type { MemoryOrigin } from '../../api/generated/MemoryOrigin';
import type { RecallMethod } from '../../api/generated/RecallMethod';
import type { RecallPart } from '../../api/generated/RecallPart';
import type { RecallReason } from '../../api/generated/RecallReason';
import { language, t, type Key } from '../../i18n/index.svelte';

export const emotionNames: Record<EmotionLabel, Key> = {
  neutral: 'emotionNeutral',
  joy: 'emotionJoy',
  love: 'emotionLove',
  pride: 'emotionPride',
  relief: 'emotionRelief',
  calm: 'emotionCalm',
  hope: 'emotionHope',
  gratitude: 'emotionGratitude',
  surprise: 'emotionSurprise',
  longing: 'emotionLonging',
  weariness: 'emotionWeariness',
  fear: 'emotionFear',
  anger: 'emotionAnger',
  sadness: 'emotionSadness',
  shame: 'emotionShame',
  guilt: 'emotionGuilt',
  disgust: 'emotionDisgust',
  loneliness: 'emotionLoneliness',
  jealousy: 'emotionJealousy',
};

export const originNames: Record<MemoryOrigin, Key> = {
  conversation: 'originConversation',
  book: 'originBook',
  messages: 'originMessages',
  import: 'originImport',
};

export const methodNames: Record<RecallMethod, Key> = {
  hybrid: 'recallHybrid',
  radius: 'recallRadius',
  tags: 'recallTags',
};

const partNames: Record<RecallPart, Key> = {
  words: 'reasonWords',
  meaning: 'reasonMeaning',
  tags: 'reasonTags',
  time: 'reasonTime',
  emotion: 'reasonEmotion',
  neighbours: 'reasonNeighbours',
  speaker: 'reasonSpeaker',
  graph: 'reasonGraph',
  planned: 'reasonPlanned',
  priority: 'reasonPriority',
};

/** The priorities that can be chosen, each with its words. */
export const priorities: readonly { value: number; label: Key }[] = [
  { value: 0, label: 'priorityLowest' },
  { value: 0.25, label: 'priorityLow' },
  { value: 0.5, label: 'priorityUsual' },
  { value: 0.75, label: 'priorityHigh' },
  { value: 1, label: 'priorityHighest' },
];

/** The choice that comes nearest to a priority. */
export function nearestPriority(priority: number): (typeof priorities)[number] {
  return priorities.reduce((best, one) =>
    Math.abs(one.value - priority) < Math.abs(best.value - priority) ? one : best,
  );
}

/** A part with this share of the strongest one speaks as much as it. */
const AS_STRONG = 0.6;
/** What contributes less, in thousandths of the whole, is not told. */
const WORTH_TELLING = 80;

/** Why a memory came to mind, in one sentence: what spoke for it most, and what else did. Empty when nothing is known. */
export function reasonsInWords(reasons: readonly RecallReason[]): string {
  const sorted = reasons.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share);
  const strongest = sorted[0]?.share ?? 0;
  const main = sorted.filter(({ share }) => share >= AS_STRONG * strongest);
  const others = sorted.filter(({ share }) => share < AS_STRONG * strongest && share >= WORTH_TELLING);
  if (main.length === 0) return '';
  const listed = (some: readonly RecallReason[]) =>
    new Intl.ListFormat(language(), { type: 'conjunction' }).format(some.map(({ part }) => t(partNames[part])));
  return others.length === 0
    ? t('reasonsMain', { main: listed(main) })
    : t('reasonsAll', { main: listed(main), others: listed(others) });
}
