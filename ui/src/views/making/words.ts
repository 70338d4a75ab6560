// Times, costs and states of a job in plain words.
import type { EstimateView } from '../../api/generated/EstimateView';
import type { JobView } from '../../api/generated/JobView';
import type { PrivateDataView } from '../../api/generated/PrivateDataView';
import { language, t } from '../../i18n/index.svelte';

/** About how long something takes. */
export function timeWords(seconds: number): string {
  if (seconds < 90) return t('timeSeconds', { count: Math.max(5, Math.ceil(seconds / 5) * 5) });
  if (seconds < 90 * 60) return t('timeMinutes', { count: Math.round(seconds / 60) });
  return t('timeHours', { count: Math.round(seconds / 3600) });
}

/** What a job will take, in one line. */
export function estimateWords({ calls, seconds, cost }: EstimateView): string {
  const dollars = () => {
    const format = { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 } as const;
    return t('planDollars', { amount: new Intl.NumberFormat(language(), format).format(cost) });
  };
  return t('planCost', {
    calls: t('planCalls', { count: calls }),
    time: timeWords(seconds),
    cost: cost === 0 ? t('planFree') : dollars(),
  });
}

/** What private data was found. */
export function privateWords(found: PrivateDataView): string {
  const kinds = [
    { key: 'privatePhones', count: found.phone_numbers },
    { key: 'privateMails', count: found.mail_addresses },
    { key: 'privateCodes', count: found.codes },
  ] as const;
  const words = kinds.filter(({ count }) => count > 0).map(({ key, count }) => t(key, { count }));
  if (words.length === 0) return t('privateNone');
  return t('privateFound', { what: new Intl.ListFormat(language()).format(words) });
}

/** The day or the days of a span of ISO times, as the language writes them; empty without times. */
export function daysBetween(first: string | null, last: string | null): string {
  const [from, to] = [first, last ?? first].map((at) => Date.parse(`${at?.slice(0, 10)}T00:00:00Z`));
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) return '';
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, to);
}

/** What a chapter is called: a bare number says that it is one, and a month of messages is one of a year. */
export function chapterName(title: string, place: number): string {
  if (title === '') return t('draftChapter', { place: place + 1 });
  const month = /^(\d{4})-(\d{2})$/.exec(title);
  if (month) {
    const format = new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return format.format(Date.UTC(Number(month[1]), Number(month[2]) - 1));
  }
  return /^(?:\d+|[ivxlc]+)\.?$/i.test(title) ? t('draftChapterNamed', { title }) : title;
}

/** Whom a job makes. */
export function whoOf({ person, title }: JobView): string {
  return person || t('makingUnnamed', { title });
}

/** How a job stands, in one line. */
export function stateWords(job: JobView): string {
  const name = whoOf(job);
  if (job.state === 'review') return t('makingReview', { name });
  if (job.state === 'paused') return t('makingPaused', { name });
  return t('makingRunning', { name, done: job.progress.done, calls: job.progress.calls });
}
