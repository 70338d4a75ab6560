import { describe, expect, it } from 'vitest';

import { anchorAt, edges, guessedHeight, rowAt, rowsWithin, topFor } from './layout';

const keys = ['a', 'b', 'c', 'd'];
const heights: Record<string, number> = { a: 100, b: 50, c: 200, d: 10 };
const rowEdges = edges(keys, (key) => heights[key]!);

describe('the rows of a long list', () => {
  it('stand one under the other', () => {
    expect([...rowEdges]).toEqual([0, 100, 150, 350, 360]);
  });

  it.each([
    [-20, 0],
    [0, 0],
    [99.5, 0],
    [100, 1],
    [349, 2],
    [350, 3],
    [9999, 3],
  ])('at %d is row %d', (height, row) => {
    expect(rowAt(rowEdges, height)).toBe(row);
  });

  it('are in the page when they touch the window or its surroundings', () => {
    expect(rowsWithin(rowEdges, 110, 30, 0)).toEqual({ start: 1, end: 2 });
    expect(rowsWithin(rowEdges, 110, 30, 20)).toEqual({ start: 0, end: 3 });
    expect(rowsWithin(rowEdges, 0, 1000, 0)).toEqual({ start: 0, end: 4 });
    expect(
      rowsWithin(
        edges([], () => 0),
        0,
        1000,
        100,
      ),
    ).toEqual({ start: 0, end: 0 });
  });

  it('stay where they are when others come before them or grow above them', () => {
    const anchor = anchorAt(keys, rowEdges, 160, 100)!;
    expect(anchor).toEqual({ key: 'c', into: 10 });
    const more = ['x', 'y', ...keys];
    expect(
      topFor(
        anchor,
        more,
        edges(more, (key) => heights[key] ?? 75),
      ),
    ).toBe(310);
    expect(
      topFor(
        anchor,
        ['a'],
        edges(['a'], () => 1),
      ),
    ).toBeNull();
    expect(
      anchorAt(
        [],
        edges([], () => 0),
        10,
        100,
      ),
    ).toBeNull();
  });

  it('stay where they are when a row shrinks that is half out of sight', () => {
    const anchor = anchorAt(keys, rowEdges, 60, 100)!;
    expect(anchor).toEqual({ key: 'b', into: -40 });
    expect(
      topFor(
        anchor,
        keys,
        edges(keys, (key) => (key === 'a' ? 52 : heights[key]!)),
      ),
    ).toBe(12);
  });

  it('are counted in a blink when there are 100,000', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => String(index));
    const began = performance.now();
    const manyEdges = edges(many, (_, index) => guessedHeight(index % 500));
    const range = rowsWithin(manyEdges, manyEdges.at(-1)! / 2, 800, 600);
    expect(performance.now() - began).toBeLessThan(250);
    expect(range.end - range.start).toBeLessThan(40);
  });
});
