import { expect, it } from 'vitest';

import { isBlank } from './blank';

it('knows what nobody can see', () => {
  for (const text of [
    '',
    ' \t\n',
    '\u200b',
    '\ufeff\u200d\u2060',
    '\u00a0\u3000\u3164',
    '\u00ad\ufe0f\u{e0020}',
    '\0\u0007',
  ])
    expect(isBlank(text), JSON.stringify(text)).toBe(true);
  for (const text of ['a', '.', '\u200b.', '\u{1f468}\u200d\u{1f469}', '\u2764\ufe0f', '\u05d0\u200f'])
    expect(isBlank(text), JSON.stringify(text)).toBe(false);
});
