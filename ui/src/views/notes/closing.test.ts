import { expect, it } from 'vitest';

import { asksToClose } from './closing';

// Found by a tester at 390 pixels: Esc in the question before something is forgotten closed the notes with it.
it('is Esc in the notes, and not in a question over them', () => {
  document.body.innerHTML = '<aside><button id="in">a</button><dialog><button id="over">b</button></dialog></aside>';
  let asked: boolean[] = [];
  const note = (event: KeyboardEvent) => asked.push(asksToClose(event));
  document.querySelector('aside')?.addEventListener('keydown', note);
  const press = (id: string, key: string) => {
    asked = [];
    document.getElementById(id)?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return asked;
  };
  expect(press('in', 'Escape')).toEqual([true]);
  expect(press('over', 'Escape')).toEqual([false]);
  expect(press('in', 'a')).toEqual([false]);
});
