import { describe, expect, it } from 'vitest';

import { graphOf, memory, ownPast } from '../../testing/graphs';
import {
  between,
  boxOf,
  dragged,
  fitting,
  fromWindow,
  nearest,
  showing,
  toWindow,
  zoomedAt,
  type Camera,
} from './camera';
import { histogramOf } from './histogram';
import { coloursOf, communityNames, HUES, modelOf, tiesDrawn } from './model';
import { colourOf } from './palette';
import { reasonsInWords } from './phrases';
import { Room, shortened } from './words';

const size = { width: 800, height: 400 };
const camera: Camera = { x: 10, y: 5, zoomX: 20, zoomY: 10, way: 1 };

describe('the camera', () => {
  it('sees all of a picture, within its margins', () => {
    const box = { left: -3, top: -8, right: 45, bottom: 2 };
    const whole = fitting(box, size, { side: 40, top: 30, bottom: 50 }, 1);
    const [first, last] = [
      toWindow(whole, size, { x: box.left, y: box.top }),
      toWindow(whole, size, { x: box.right, y: box.bottom }),
    ];
    expect(first.x).toBeGreaterThanOrEqual(39.9);
    expect(last.x).toBeLessThanOrEqual(760.1);
    expect(first.y).toBeGreaterThanOrEqual(29.9);
    expect(last.y).toBeLessThanOrEqual(350.1);
  });

  it('does not blow a single memory up', () => {
    const whole = fitting(boxOf(Float32Array.of(1), Float32Array.of(1)), size, { side: 0, top: 0, bottom: 0 }, 1);
    expect(whole.zoomX).toBeLessThanOrEqual(130);
  });

  it.each([1, -1] as const)('goes there and back, whichever way time runs (%i)', (way) => {
    const seen = { ...camera, way };
    const point = fromWindow(seen, size, { x: 123, y: 45 });
    expect(toWindow(seen, size, point).x).toBeCloseTo(123);
    expect(toWindow(seen, size, point).y).toBeCloseTo(45);
    const moved = toWindow(dragged(seen, 30, -7), size, point);
    expect([moved.x, moved.y].map(Math.round)).toEqual([153, 38]);
  });

  it('keeps what is under the pointer where it is', () => {
    const at = { x: 600, y: 90 };
    const zoomed = zoomedAt(camera, size, at, 2, camera);
    expect(zoomed.zoomX).toBe(40);
    expect(fromWindow(zoomed, size, at).x).toBeCloseTo(fromWindow(camera, size, at).x);
  });

  it('gets neither lost in the distance nor too near', () => {
    expect(zoomedAt(camera, size, { x: 0, y: 0 }, 1e-9, camera).zoomY).toBeCloseTo(5);
    expect(zoomedAt(camera, size, { x: 0, y: 0 }, 1e9, camera).zoomX).toBeLessThan(300);
  });

  it('goes to what is out of sight, and stays where it is otherwise', () => {
    expect(showing(camera, size, { x: 10, y: 5 }, 40)).toBe(camera);
    expect(showing(camera, size, { x: 900, y: 5 }, 40).x).toBe(900);
    expect(between(camera, { ...camera, zoomX: 80 }, 0.5).zoomX).toBeCloseTo(40);
  });

  it('finds the memory under the pointer, a lit one before a dim one', () => {
    const places = { x: Float32Array.of(10, 10.2, 20), y: Float32Array.of(5, 5, 5) };
    const at = { x: 401, y: 200 };
    expect(nearest(camera, size, at, 12, places, Uint8Array.of(1, 1, 1))).toBe(0);
    expect(nearest(camera, size, at, 12, places, Uint8Array.of(0, 1, 1))).toBe(1);
    expect(nearest(camera, size, { x: 500, y: 200 }, 12, places, Uint8Array.of(1, 1, 1))).toBeNull();
  });
});

describe('the bars of time', () => {
  const day = 86_400_000;
  const start = new Date(2026, 2, 2).getTime();

  it('are of the shortest span that is not too fine', () => {
    const half = Array.from({ length: 18 }, (_, index) => start + (index / 2) * day);
    const bars = histogramOf([...half, start + 11 * day], 14);
    expect(bars.map(({ count, span }) => [count, span])).toEqual([
      ...Array.from({ length: 9 }, () => [2, 'day']),
      [0, 'day'],
      [1, 'day'],
    ]);
  });

  it('hold everything, without gaps between them', () => {
    const times = Array.from({ length: 500 }, (_, index) => start + index * index * 60_000);
    const bars = histogramOf(times, 60);
    expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(500);
    expect(bars.every(({ from }, index) => index === 0 || from === bars[index - 1]!.to)).toBe(true);
    expect(bars.length).toBeLessThanOrEqual(60);
  });

  it('count a past that lies far back in spans of its own', () => {
    const past = Array.from({ length: 40 }, (_, index) => Date.UTC(1881, index, 15));
    const now = Array.from({ length: 100 }, (_, index) => start + index * day);
    const bars = histogramOf([...past, ...now], 80);
    expect(new Set(bars.map(({ span }) => span)).size).toBe(2);
    expect(bars.filter(({ from }) => from >= start - 8 * day).length).toBeGreaterThan(10);
    expect(bars.length).toBeLessThanOrEqual(85);
  });

  it('are none for nothing', () => {
    expect(histogramOf([], 10)).toEqual([]);
  });
});

describe('a graph made ready for drawing', () => {
  const nodes = [
    memory(0, { tags: ['sea', 'gull'] }),
    memory(1, { tags: ['sea'] }),
    memory(2, { tags: ['sea', 'letter'], emotion: 'relief' }),
    memory(3, { community: 1, tags: ['letter', 'sea'], planned_for: 5 }),
    memory(4, { community: 1, tags: ['letter'] }),
    ownPast(5, { community: 1, tags: ['letter'], emotion: 'guilt' }),
    memory(6, { community: 2 }),
  ];

  it('shows the strongest edges of everybody before the second of anybody', () => {
    const { edges, weights } = modelOf(
      graphOf(nodes, [
        [0, 1, 900],
        [0, 2, 800],
        [1, 2, 700],
        [3, 4, 100],
      ]),
    );
    expect([...edges].slice(0, 6)).toEqual([0, 1, 0, 2, 3, 4]);
    expect([...weights].map((weight) => Number(weight.toFixed(2)))).toEqual([0.9, 0.8, 0.1, 0.7]);
  });

  // Of 20 memories of one evening each was tied to each, and the picture was one tangle.
  it('draws the strongest ties of each when everything is tied to everything', () => {
    const evening = Array.from({ length: 20 }, (_, index) => memory(index));
    const pairs = evening.flatMap((_, one) =>
      evening.slice(one + 1).map((_, step): [number, number, number] => {
        const other = one + 1 + step;
        return [one, other, 900 - 40 * (other - one) - ((7 * one + 3 * other) % 11)];
      }),
    );
    const model = modelOf(graphOf(evening, pairs));
    expect(model.weights).toHaveLength(190);
    const few = tiesDrawn(model, 'strongest', 1);
    expect(few).toBeGreaterThanOrEqual(19);
    expect(few).toBeLessThanOrEqual(40);
    expect(new Set(model.edges.slice(0, 2 * few)).size).toBe(20);
    expect(tiesDrawn(model, 'more', 1)).toBeGreaterThan(few);
    expect(tiesDrawn(model, 'all', 1)).toBe(190);
  });

  it('draws no more ties of 10,000 memories at once than can be told apart, and more of them from nearer', () => {
    const count = 10_000;
    const many = Array.from({ length: count }, (_, index) => memory(index));
    const pairs = many.flatMap((_, one) =>
      [1, 2, 3, 4, 5].map((step): [number, number, number] => {
        const other = (one + step) % count;
        return [Math.min(one, other), Math.max(one, other), 900 - 100 * step];
      }),
    );
    const model = modelOf(graphOf(many, pairs));
    expect((['strongest', 'more', 'all'] as const).map((ties) => tiesDrawn(model, ties, 1))).toEqual([
      5_000, 14_000, 40_000,
    ]);
    expect(tiesDrawn(model, 'strongest', 1.5)).toBe(7_500);
    expect(tiesDrawn(model, 'all', 100)).toBe(50_000);
    expect(tiesDrawn(modelOf(graphOf([memory(0)])), 'strongest', 1)).toBe(0);
  });

  it('tells what was said, what is past and what is planned apart', () => {
    expect([...modelOf(graphOf(nodes)).shapes]).toEqual([0, 0, 0, 2, 0, 1, 0]);
  });

  it('names a community by the tag that is its own', () => {
    expect(communityNames(nodes)).toEqual([
      { community: 0, tag: 'sea', count: 3 },
      { community: 1, tag: 'letter', count: 3 },
    ]);
  });

  it('colours by community or by feeling', () => {
    const model = modelOf(graphOf(nodes));
    expect([...coloursOf(model, 'community')]).toEqual([0, 0, 0, 1, 1, 1, HUES]);
    expect([...coloursOf(model, 'feeling')]).toEqual([HUES, HUES, 2, HUES, HUES, 7, HUES]);
  });

  it('leaves out edges to memories that are not there', () => {
    expect(modelOf(graphOf(nodes, [[0, 99, 500]])).weights).toHaveLength(0);
  });
});

describe('words in the picture', () => {
  it('never stand upon others', () => {
    const room = new Room();
    expect(room.take(10, 10, 50, 20, 200)).toBe(true);
    expect(room.take(40, 20, 50, 20, 200)).toBe(false);
    expect(room.take(170, 10, 50, 20, 200)).toBe(false);
    room.block(100, 50, 20, 20);
    expect(room.take(90, 40, 50, 20, 200)).toBe(false);
  });

  it('are cut between words', () => {
    expect(shortened('He came in at ten past three, on a wet night', 29)).toBe('He came in at ten past three…');
    expect(shortened('short', 29)).toBe('short');
    expect(shortened('ığdır'.repeat(9), 8)).toBe('ığdırığd…');
  });

  it('take their colours from the tokens', () => {
    expect(colourOf(' #ff0080 ')).toEqual([1, 0, 128 / 255]);
    expect(colourOf('#fff')).toEqual([1, 1, 1]);
  });
});

describe('reasons', () => {
  it('say what spoke for a memory most, and what else did', () => {
    expect(
      reasonsInWords([
        { part: 'time', share: 150 },
        { part: 'words', share: 450 },
        { part: 'meaning', share: 380 },
        { part: 'speaker', share: 20 },
      ]),
    ).toBe('Mostly because of the same words and a like meaning; also because of the time that is meant.');
    expect(reasonsInWords([{ part: 'planned', share: 1000 }])).toBe('Because of what was planned for now.');
    expect(reasonsInWords([])).toBe('');
  });
});
