import { describe, expect, it } from 'vitest';

import { linksIn } from './links';

/** A text with its links marked: `{words|address}`, and `{words (host)|address}` where the host is told. */
function marked(text: string): string {
  return linksIn(text)
    .map(({ text, href, host }) => (href ? `{${text}${host ? ` (${host})` : ''}|${href}}` : text))
    .join('');
}

describe('links in messages', () => {
  it.each([
    ['Nothing here.', 'Nothing here.'],
    ['See https://example.org/a?b=1#c now', 'See {https://example.org/a?b=1#c|https://example.org/a?b=1#c} now'],
    ['HTTP://Example.org', '{HTTP://Example.org|http://example.org/}'],
    ['http://example.org:443/', '{http://example.org:443/|http://example.org:443/}'],
    ['[the page](https://example.org/x)!', '{the page (example.org)|https://example.org/x}!'],
    ['[example.org](https://example.org/x)', '{example.org|https://example.org/x}'],
    [
      'https://a.example https://b.example',
      '{https://a.example|https://a.example/} {https://b.example|https://b.example/}',
    ],
  ])('are found: %s', (text, expected) => expect(marked(text)).toBe(expected));

  it.each([
    ['I saw https://example.org.', 'I saw {https://example.org|https://example.org/}.'],
    ['(https://example.org/a, or so)', '({https://example.org/a|https://example.org/a}, or so)'],
    ['“https://example.org/a”?', '“{https://example.org/a|https://example.org/a}”?'],
    ['(see https://example.org/a).', '(see {https://example.org/a|https://example.org/a}).'],
    ['https://example.org/A_(b)', '{https://example.org/A_(b)|https://example.org/A_(b)}'],
    ['[b](https://example.org/A_(b))', '{b (example.org)|https://example.org/A_(b)}'],
    ['https://example.org/a…', '{https://example.org/a|https://example.org/a}…'],
    ['http://[2001:db8::1]/a', '{http://[2001:db8::1]/a|http://[2001:db8::1]/a}'],
  ])('end where the sentence goes on: %s', (text, expected) => expect(marked(text)).toBe(expected));

  it.each([
    'javascript:alert(1)',
    '[click](javascript:alert(1))',
    '[click](data:text/html,<b>a</b>)',
    'file:///etc/passwd',
    'ftp://example.org',
    'mailto:a@example.org',
    'https://bank.example@evil.example/',
    'https://user:word@evil.example/',
    '[bank](https://bank.example:pw@evil.example)',
    'https://@evil.example',
    'https://',
    'http://[nonsense]',
    'xhttps://example.org',
    'example.org',
  ])('are nothing else: %s', (text) => {
    expect(linksIn(text).some(({ href }) => href !== undefined)).toBe(false);
    expect(marked(text)).toBe(text);
  });

  it('name the computer that is really asked', () => {
    expect(marked('[https://bank.example](https://evil.example)')).toBe(
      '{https://bank.example (evil.example)|https://evil.example/}',
    );
    expect(marked('[https://bank.example/evil.example](https://evil.example)')).toContain('(evil.example)');
    // The first letter is Cyrillic.
    expect(linksIn('https://\u0430pple.example')[0]?.host).toMatch(/^xn--/);
    expect(linksIn('http://2130706433/')[0]?.host).toBe('127.0.0.1');
    expect(linksIn('https://%65vil.example')[0]?.host).toBe('evil.example');
  });

  it('are not turned round by signs that nobody sees', () => {
    expect(linksIn('https://example.org/\u202egro')[0]).toEqual({
      text: 'https://example.org/',
      href: 'https://example.org/',
    });
    expect(linksIn('https://bank.example\\@evil.example')[0]?.href).toBe('https://bank.example/');
  });

  it('lose no word of the text', () => {
    const text = 'a https://example.org/(b)) [c](https://example.org d [e](x) https://';
    expect(
      linksIn(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
