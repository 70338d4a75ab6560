import { expect, it } from 'vitest';

import { endOfSentences } from './sentences';

it.each([
  ['', ''],
  ['Clean boots', ''],
  ['Clean boots on a wet night.', ''],
  ['Clean boots on a wet night. You', 'Clean boots on a wet night. '],
  ['“He never came in.” (He turns', '“He never came in.” '],
  ['It is 3.14 long', ''],
  ['One! Two? Thr', 'One! Two? '],
  ['(He sits.)\nWell', '(He sits.)\n'],
  ['你好。再见', '你好。'],
])('of %j it reads out %j', (text, finished) => {
  expect(text.slice(0, endOfSentences(text))).toBe(finished);
});
