// Marks the words that were looked for where they stand on the page, without touching the page's own elements.
import type { Attachment } from 'svelte/attachments';

import { foldForSearch } from '../../state/fold';

/** What is marked: the words, folded as for a search, and the row of the message that is shown of all that were found. */
export type Marked = { words: readonly string[]; key: string | null };

/** The words of a query, without the marks that bind or exclude some of them. */
export function wordsOf(query: string): string[] {
  return foldForSearch(query).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** Where words stand in a text, as pairs of beginning and end; in the order of the text, none inside another. */
export function placesOf(text: string, words: readonly string[]): [number, number][] {
  const { folded, origin } = foldedWithOrigin(text);
  const found: [number, number][] = [];
  for (const word of words) {
    if (word === '') continue;
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      found.push([origin[at]!, origin[at + word.length] ?? text.length]);
    }
  }
  found.sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  return found.filter(([, end], index) => found.slice(0, index).every((earlier) => earlier[1] < end));
}

/** Marks what is found in the turns below an element, also in those that are drawn later. */
export function markFound({ words, key }: Marked): Attachment<HTMLElement> {
  return (element) => {
    // Older webviews know no such marks; the turn is still shown.
    if (words.length === 0 || typeof Highlight === 'undefined') return;
    const mark = () => {
      const all: Range[] = [];
      const now: Range[] = [];
      for (const row of element.querySelectorAll<HTMLElement>('[data-key]')) {
        (row.dataset['key'] === key ? now : all).push(...rangesIn(row, words));
      }
      CSS.highlights.set('found', new Highlight(...all));
      CSS.highlights.set('found-now', new Highlight(...now));
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      CSS.highlights.delete('found');
      CSS.highlights.delete('found-now');
    };
  };
}

function rangesIn(row: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const text of row.querySelectorAll('article .text')) {
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [start, end] of placesOf(node.textContent ?? '', words)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/** A text folded for a search, and for each of its characters where in the text it came from. */
function foldedWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldForSearch(character);
    const kept = part === '' && /\s/.test(character) ? ' ' : part;
    for (let index = 0; index < kept.length; index++) origin.push(at);
    folded += kept;
    at += character.length;
  }
  return { folded, origin };
}
