import { describe, expect, it } from 'vitest';

import { Layout, type LayoutInput } from './layout';
import { axisOf, beginnings, timePlaces } from './scale';
import { streams } from './streams';

const HOUR = 3_600_000;

function input(change: Partial<LayoutInput> & { times: Float64Array }): LayoutInput {
  const count = change.times.length;
  return {
    communities: new Int32Array(count),
    edges: new Uint32Array(),
    weights: new Float32Array(),
    known: null,
    ...change,
  };
}

function laid(graph: LayoutInput): Layout {
  const layout = new Layout(graph);
  while (!layout.done) layout.advance();
  return layout;
}

const hours = (count: number) => Float64Array.from({ length: count }, (_, index) => index * HOUR);

describe('the places of times', () => {
  it('go from one end to the other, in order', () => {
    const places = timePlaces([0, HOUR, 2 * HOUR, 900 * HOUR], 30);
    expect([places[0], places[3]]).toEqual([0, 30]);
    expect([...places]).toEqual([...places].sort((one, other) => one - other));
  });

  it('give a long pause more room, but never most of it', () => {
    const century = 100 * 365 * 24 * HOUR;
    const times = [0, 1, 2, 3, 4].map((step) => step * 60_000);
    const places = timePlaces([...times, ...times.map((at) => at + century)], 100);
    const [usual, pause] = [places[1]! - places[0]!, places[5]! - places[4]!];
    expect(pause).toBeGreaterThan(usual);
    expect(pause).toBeLessThan(30);
  });

  it('put one alone in the middle, and those of one moment side by side', () => {
    expect([...timePlaces([5], 10)]).toEqual([5]);
    expect([...timePlaces([5, 5, 5], 10)]).toEqual([0, 5, 10]);
  });
});

describe('the marks of the axis', () => {
  const at = (...date: [number, number, number, number?, number?]) => new Date(...date).getTime();
  const room = { width: 800, apart: 80, lead: 84, fromRight: false };
  /** The axis of times that stand 40 pixels from each other. */
  const axis = (times: number[], change: Partial<typeof room> = {}) => {
    const { lead, ticks } = axisOf(times, beginnings(times), (index) => 20 + index * 40, { ...room, ...change });
    return { lead, ticks: ticks.map(({ x, unit }) => [x, unit]) };
  };

  it('tell the largest unit that begins', () => {
    const times = [
      at(2025, 11, 30),
      at(2025, 11, 31),
      at(2026, 0, 1),
      at(2026, 0, 1, 3),
      at(2026, 1, 1),
      at(2026, 1, 1),
    ];
    expect([...beginnings(times)]).toEqual([6, 2, 0, 3, 1, 6]);
  });

  it('leave room for their words, and years come first', () => {
    const days = [at(2025, 0, 1), ...[3, 4, 5, 6, 7, 8].map((day) => at(2025, 11, day)), at(2026, 0, 1)];
    expect(axis(days)).toEqual({
      lead: { at: days[0], within: 'month' },
      ticks: [
        [300, 'year'],
        [140, 'day'],
        [220, 'day'],
      ],
    });
  });

  // All of 20 memories of one evening stood over the word "2026".
  it('are clocks when everything happened within one evening, and the day stands before them', () => {
    const evening = Array.from({ length: 20 }, (_, index) => at(2026, 10, 30, 20, 12 + 4 * index));
    const { lead, ticks } = axis(evening);
    expect(lead).toEqual({ at: evening[0], within: 'day' });
    expect(ticks.map(([, unit]) => unit)).toEqual([
      'hour',
      'quarter',
      'quarter',
      'quarter',
      'minute',
      'minute',
      'minute',
      'minute',
    ]);
  });

  it('are none within one minute, which is told in full', () => {
    const minute = [0, 1, 2].map((second) => at(2026, 10, 30, 20, 12) + second * 1000);
    expect(axis(minute)).toEqual({ lead: { at: minute[0], within: 'minute' }, ticks: [] });
    expect(axis([])).toEqual({ lead: null, ticks: [] });
  });

  it('are no clocks among years', () => {
    const far = [
      at(1881, 0, 1),
      ...[9, 10, 11, 12, 13].map((hour) => at(1881, 0, 2, hour)),
      at(1994, 4, 5),
      at(2026, 2, 2),
    ];
    expect(axis(far, { apart: 30 }).ticks.map(([, unit]) => unit)).toEqual(['year', 'year']);
  });

  it('leave room where time begins, also from right to left', () => {
    const days = Array.from({ length: 10 }, (_, index) => at(2026, 2, 2 + index));
    const { ticks } = axisOf(days, beginnings(days), (index) => 380 - index * 40, {
      ...room,
      width: 400,
      fromRight: true,
    });
    expect(ticks.map(({ x }) => x)).toEqual([260, 180, 100]);
  });
});

describe('the streams', () => {
  it('never overlap, the largest in the middle', () => {
    const count = 60;
    const x = Float32Array.from({ length: count }, (_, index) => (index / count) * 10);
    const communities = Array.from({ length: count }, (_, index) => (index % 6 < 3 ? 0 : 1 + (index % 2)));
    const { middle, half } = streams(x, communities, 10);
    const ends = [0, 1, 2].map((community) => {
      const own = communities.flatMap((other, index) => (other === community ? [index] : []));
      return [
        Math.min(...own.map((index) => middle[index]! - half[index]!)),
        Math.max(...own.map((index) => middle[index]! + half[index]!)),
      ] as const;
    });
    expect(ends[0]![0]).toBeLessThan(0);
    expect(ends[0]![1]).toBeGreaterThan(0);
    ends.sort((one, other) => one[0] - other[0]);
    expect(ends[0]![1]).toBeLessThanOrEqual(ends[1]![0]);
    expect(ends[1]![1]).toBeLessThanOrEqual(ends[2]![0]);
  });

  it('are not made of one or two', () => {
    const { half } = streams(Float32Array.of(0, 1, 2, 3, 4), [0, 0, 0, 1, 1], 4);
    expect(half[0]).toBeGreaterThan(0);
    expect([half[3], half[4]]).toEqual([0, 0]);
  });
});

describe('the layout', () => {
  it('keeps the order of time from left to right, nearly', () => {
    const { x, width } = laid(input({ times: hours(400) }));
    const times = timePlaces(hours(400), width);
    const furthest = Math.max(...x.map((place, index) => Math.abs(place - times[index]!)));
    expect(furthest).toBeLessThanOrEqual(Math.max(0.6, 0.012 * width) + 1e-4);
  });

  it('puts nobody upon another', () => {
    const { x, y } = laid(input({ times: hours(300), communities: new Int32Array(300).map((_, index) => index % 5) }));
    let near = 0;
    for (let one = 0; one < x.length; one++)
      for (let other = one + 1; other < x.length; other++)
        if (Math.hypot(x[one]! - x[other]!, y[one]! - y[other]!) < 0.6) near++;
    expect(near).toBeLessThan(6);
  });

  it('keeps communities apart', () => {
    const communities = Int32Array.from({ length: 120 }, (_, index) => index % 2);
    const { y } = laid(input({ times: hours(120), communities }));
    const of = (community: number) => [...y].filter((_, index) => communities[index] === community);
    const [one, other] = [of(0), of(1)].sort((a, b) => Math.min(...a) - Math.min(...b)) as [number[], number[]];
    expect(Math.max(...one)).toBeLessThan(Math.min(...other) + 1);
  });

  it('is the same for the same graph', () => {
    expect([...laid(input({ times: hours(50) })).y]).toEqual([...laid(input({ times: hours(50) })).y]);
  });

  it('hardly moves those that stood somewhere when another one comes', () => {
    const before = laid(input({ times: hours(80) }));
    const after = laid(input({ times: hours(81), known: Float32Array.of(...before.y, NaN) }));
    const moves = [...before.y].map((place, index) => Math.abs(place - after.y[index]!));
    moves.sort((one, other) => one - other);
    expect(moves[40]).toBeLessThan(0.5);
  });

  // Five memories of one evening stood in one line, and their ten ties lay upon each other.
  it.each([3, 5, 8, 20])('of %i that are all tied to each other is no line', (count) => {
    const pairs = Array.from({ length: count }, (_, one) =>
      Array.from({ length: count - one - 1 }, (_, step) => [one, one + step + 1]),
    ).flat();
    const edges = Uint32Array.from(pairs.flat());
    const { y } = laid(input({ times: hours(count), edges, weights: new Float32Array(pairs.length).fill(0.7) }));
    expect(Math.max(...y) - Math.min(...y)).toBeGreaterThan(0.5);
  });

  it('of none, one or several in one place is finite', () => {
    for (const count of [0, 1, 2, 7]) {
      const { x, y } = laid(input({ times: new Float64Array(count), known: new Float32Array(count) }));
      expect([...x, ...y].every(Number.isFinite), String(count)).toBe(true);
    }
  });
});
