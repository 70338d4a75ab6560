/** A piece of a text: plain words, or a link to a page of the web. */
export interface Piece {
  text: string;
  /** The address that is opened; none for plain words. */
  href?: string;
  /** The name of the computer that is really asked, where the words do not show it themselves. */
  host?: string;
}

/** What an address never holds: blanks, quotation marks, brackets of code, and signs that nobody sees. */
const OUTSIDE = String.raw`\s<>"“”„«»\x60\\\p{C}`;
const WITHIN = `[^${OUTSIDE}()]`;
/** An address with a label, as in `[a label](https://example.org)`; parentheses in the address come in pairs. */
const LABELLED = String.raw`\[([^\[\]\n\p{Cc}]{1,200})\]\((https?://${WITHIN}+(?:\(${WITHIN}*\)${WITHIN}*)*)\)`;
const BARE = `https?://[^${OUTSIDE}]+`;
const EITHER = new RegExp(`${LABELLED}|${BARE}`, 'giu');

/** What ends a sentence or a parenthesis rather than an address. */
const TRAILING = /[.,;:!?'’…*_~|)\]}]$/u;
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Finds the addresses of web pages (http and https) in a text, bare ones and labelled ones. Whatever else looks like an address stays
 * plain words: other schemes, and those with a name or a password in front of the host, which are made to mislead.
 */
export function linksIn(text: string): Piece[] {
  if (!/https?:\/\//i.test(text)) return [{ text }];
  const pieces: Piece[] = [];
  let told = 0;
  for (const match of text.matchAll(EITHER)) {
    const [whole, label, target] = match;
    if (label === undefined && /[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, match.index - 2), match.index))) continue;
    const written = target ?? withoutTrailing(whole);
    const address = webAddress(written);
    if (!address) continue;
    if (match.index > told) pieces.push({ text: text.slice(told, match.index) });
    const shown = label ?? written;
    pieces.push({ text: shown, href: address.href, ...(tells(shown, address) ? {} : { host: address.host }) });
    told = match.index + (label === undefined ? written.length : whole.length);
  }
  if (told < text.length) pieces.push({ text: text.slice(told) });
  return pieces;
}

/** Without the sentence's own signs at the end; a closing bracket belongs to the address that opened it. */
function withoutTrailing(written: string): string {
  let end = written.length;
  while (end > 0) {
    const last = TRAILING.exec(written.slice(0, end))?.[0];
    if (last === undefined) break;
    const opening = OPENING[last];
    if (opening !== undefined && count(written.slice(0, end), opening) >= count(written.slice(0, end), last)) break;
    end -= last.length;
  }
  return written.slice(0, end);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

function webAddress(written: string): URL | null {
  if (!URL.canParse(written)) return null;
  const address = new URL(written);
  const ofWeb = address.protocol === 'http:' || address.protocol === 'https:';
  const plain = address.username === '' && address.password === '' && !authorityOf(written).includes('@');
  return ofWeb && plain && address.hostname !== '' ? address : null;
}

/** What stands between the scheme and the path, as it was written. */
function authorityOf(written: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(written)?.[1] ?? '';
}

/** Whether the words show which computer is asked: they are an address with that name, letter for letter, or the name itself. */
function tells(shown: string, address: URL): boolean {
  const name = authorityOf(shown) || shown;
  return [address.host, address.hostname].includes(name.replace(/:(80|443)$/, '').toLowerCase());
}
