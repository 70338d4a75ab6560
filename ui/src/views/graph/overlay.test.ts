import { expect, it } from 'vitest';

import { startOver } from './overlay';

function recorded(width: number, height: number) {
  const calls: unknown[][] = [];
  const context = {
    canvas: { width, height },
    setTransform: (...given: unknown[]) => calls.push(['setTransform', ...given]),
    clearRect: (...given: unknown[]) => calls.push(['clearRect', ...given]),
    drawImage: (...given: unknown[]) => calls.push(['drawImage', ...given]),
  };
  return { calls, context: context as unknown as CanvasRenderingContext2D };
}

it('the memories are copied into the picture that is seen as it begins, pixel for pixel', () => {
  const painted = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const { calls, context } = recorded(640, 480);
  startOver(context, painted);
  expect(calls).toEqual([
    ['setTransform', 1, 0, 0, 1, 0, 0],
    ['clearRect', 0, 0, 640, 480],
    ['drawImage', painted, 0, 0],
  ]);
});

it('a picture without WebGL, or of no size, begins empty', () => {
  for (const painted of [null, Object.assign(document.createElement('canvas'), { width: 0, height: 0 })]) {
    const { calls, context } = recorded(640, 480);
    startOver(context, painted);
    expect(calls.map(([name]) => name)).toEqual(['setTransform', 'clearRect']);
  }
});
