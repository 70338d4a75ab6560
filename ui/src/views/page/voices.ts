import type { Span } from '../../api/generated/Span';

/** The paragraphs of a text, each a run of spans. */
export function paragraphs(spans: readonly Span[]): Span[][] {
  const result: Span[][] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last && !span.paragraph) last.push(span);
    else result.push([span]);
  }
  return result;
}

/** A text as it is read out: its paragraphs on lines of their own, thoughts named as such. */
export function spoken(spans: readonly Span[], thinks: string): string {
  return paragraphs(spans)
    .map((paragraph) => paragraph.map(({ kind, text }) => (kind === 'thought' ? thinks + text : text)).join(''))
    .join('\n');
}
