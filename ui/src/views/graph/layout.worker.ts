// Lays a graph out beside the page, which stays free for the reader meanwhile.
import { Layout, type LayoutInput } from './layout';

export type LayoutAnswer = { x: Float32Array; y: Float32Array; done: boolean };

/** Between two pictures of a layout that is under way, in milliseconds. */
const SHOW_EVERY = 200;

self.onmessage = ({ data }: MessageEvent<LayoutInput>) => {
  const layout = new Layout(data);
  let shown = performance.now();
  while (!layout.done) {
    layout.advance();
    if (layout.done || performance.now() - shown < SHOW_EVERY) continue;
    answer(layout);
    shown = performance.now();
  }
  answer(layout);
};

function answer({ x, y, done }: Layout): void {
  const copy: LayoutAnswer = { x: x.slice(), y: y.slice(), done };
  self.postMessage(copy, { transfer: [copy.x.buffer, copy.y.buffer] });
}
