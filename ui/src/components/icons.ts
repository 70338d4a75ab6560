/** One drawing of the icon sheet, in a square of 20 units, drawn with one stroke. */
export interface Drawing {
  /** SVG path data. */
  path: string;
  /** Width of the stroke, when it is not the usual 1.5. */
  stroke?: number;
  /** Filled as well as stroked. */
  filled?: true;
  /** Points somewhere, so it is mirrored in languages written from right to left. */
  turns?: true;
}

/** The icon sheet. */
export const icons = {
  search: { path: `${circle(9, 9, 5.25)}M13 13l4 4` },
  rail: {
    path: 'M4.5 3.5h11a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM7.5 3.5v13',
    turns: true,
  },
  settings: { path: `M3 6h7M14 6h3M3 14h3M10 14h7${circle(12, 6, 2)}${circle(8, 14, 2)}` },
  more: { path: 'M4.5 10h.01M10 10h.01M15.5 10h.01', stroke: 2.4 },
  book: {
    path: 'M10 5.5C8 4 5.5 3.7 2.5 4v11.5c3-.3 5.5 0 7.5 1.5 2-1.5 4.5-1.8 7.5-1.5V4c-3-.3-5.5 0-7.5 1.5ZM10 5.5V17',
  },
  copy: {
    path: 'M8.5 7H15A1.5 1.5 0 0 1 16.5 8.5V15A1.5 1.5 0 0 1 15 16.5H8.5A1.5 1.5 0 0 1 7 15V8.5A1.5 1.5 0 0 1 8.5 7ZM13 4.5A1 1 0 0 0 12 3.5H4.5a1 1 0 0 0-1 1V12a1 1 0 0 0 1 1',
  },
  retry: { path: 'M16 10a6 6 0 1 1-1.8-4.3L16.5 8M16.5 4v4h-4' },
  undo: { path: 'M7.5 5 4 8.5 7.5 12M4.5 8.5H12a4 4 0 0 1 0 8H9', turns: true },
  branch: { path: `M6 7v6M6 9.5c0 2 8 .8 8-2.5${circle(6, 5, 2)}${circle(6, 15, 2)}${circle(14, 5, 2)}` },
  clear: {
    path: 'M8 16.5 3.9 12.4a1.5 1.5 0 0 1 0-2.1l6.4-6.4a1.5 1.5 0 0 1 2.1 0l3.7 3.7a1.5 1.5 0 0 1 0 2.1L9.3 16.5ZM7.2 7l6 6M9 16.5h7.5',
  },
  trash: { path: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6M8.5 9v4.5M11.5 9v4.5' },
  previous: { path: 'm12 5-5 5 5 5', turns: true },
  next: { path: 'm8 5 5 5-5 5', turns: true },
  down: { path: 'M10 4v11M5.5 10.5 10 15l4.5-4.5' },
  send: { path: 'M10 16V4.5M5 9.5l5-5 5 5' },
  stop: { path: 'M7 6h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Z', filled: true },
  close: { path: 'm5 5 10 10M15 5 5 15' },
  check: { path: 'm4.5 10.5 3.5 3.5 7.5-8' },
  warn: { path: 'M10 3.5 17.5 16.5h-15ZM10 8v4M10 14.2h.01' },
  offline: {
    path: 'M2.5 8a11 11 0 0 1 5-2.7M17.5 8a11 11 0 0 0-6-2.9M5.5 11.2A6.7 6.7 0 0 1 9 9.4M14.5 11.2a7 7 0 0 0-1.3-1M8.2 14a2.8 2.8 0 0 1 3.6 0M3.5 3.5l13 13',
  },
  plug: { path: 'M7 3v4M13 3v4M5 7h10v3a5 5 0 0 1-10 0ZM10 15v2.5' },
  chip: {
    path: 'M7 5.5h6A1.5 1.5 0 0 1 14.5 7v6A1.5 1.5 0 0 1 13 14.5H7A1.5 1.5 0 0 1 5.5 13V7A1.5 1.5 0 0 1 7 5.5ZM8 2.5v3M12 2.5v3M8 14.5v3M12 14.5v3M2.5 8h3M2.5 12h3M14.5 8h3M14.5 12h3',
  },
  appearance: { path: 'M3 15.5 7.5 4.5h.5l4.5 11M4.7 11.5h6.1M17 9.7a2.5 2.5 0 1 0 0 4.5M17 8.5v7' },
  data: { path: 'M3 7.5h14M4 7.5l1-3.5h10l1 3.5v9H4ZM8 11h4' },
  plus: { path: 'M10 4v12M4 10h12' },
  people: {
    path: `M5 3h10a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM6.5 14c.6-2 1.8-2.8 3.5-2.8s2.9.8 3.5 2.8${circle(10, 8.5, 2)}`,
  },
  suggest: {
    path: 'M3.5 5.5h9M3.5 10h6M3.5 14.5h4M14.5 9.5c.4 2.6 1 3.2 3 3.5-2 .4-2.6 1-3 3.5-.4-2.5-1-3.1-3-3.5 2-.3 2.6-.9 3-3.5Z',
    turns: true,
  },
  notes: {
    path: 'M4.5 3.5h11a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM12.5 3.5v13',
    turns: true,
  },
  pen: { path: 'M4 16l.8-3.6L13.5 3.7a1.4 1.4 0 0 1 2 0l.8.8a1.4 1.4 0 0 1 0 2L7.6 15.2 4 16ZM12 5.2 14.8 8' },
  bookmark: { path: 'M5 3.5h10v13l-5-3-5 3ZM7.5 7h5M7.5 9.5h3' },
  pin: { path: 'M5.5 3.5h9V17L10 13.5 5.5 17Z' },
  pinned: { path: 'M5.5 3.5h9V17L10 13.5 5.5 17Z', filled: true },
  lock: { path: 'M5.5 9h9v7.5h-9ZM7.5 9V6.5a2.5 2.5 0 0 1 5 0V9' },
  unlock: { path: 'M5.5 9h9v7.5h-9ZM7.5 9V6a2.5 2.5 0 0 1 4.8-1' },
  merge: { path: 'M3.5 5c4.5 0 4 5 8.5 5h4.5M3.5 15c4.5 0 4-5 8.5-5M14 7.5l2.5 2.5-2.5 2.5', turns: true },
  takeIn: { path: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 13v3.5h13V13' },
  giveOut: { path: 'M10 12V3M6.5 6.5 10 3l3.5 3.5M3.5 13v3.5h13V13' },
  up: { path: 'M10 16V5M5.5 9.5 10 5l4.5 4.5' },
  letter: { path: 'M3 5h14v10.5H3ZM3.5 5.5 10 11l6.5-5.5' },
  minus: { path: 'M4 10h12' },
  whole: { path: 'M7.5 3.5h-4v4M12.5 3.5h4v4M7.5 16.5h-4v-4M12.5 16.5h4v-4' },
  list: { path: 'M7.5 5h9M7.5 10h9M7.5 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01', turns: true },
  graph: {
    path: `${circle(4.5, 13.5, 2)}${circle(10, 5.5, 2)}${circle(15.5, 13, 2)}M5.7 11.9 8.8 7.1M11.2 7.2l3.1 4.2M6.5 13.5l7-.3`,
  },
  reader: { path: `M4 16.5c.8-3.3 2.9-5 6-5s5.2 1.7 6 5${circle(10, 6.5, 3)}` },
} as const satisfies Record<string, Drawing>;

export type IconName = keyof typeof icons;

function circle(x: number, y: number, radius: number): string {
  const width = 2 * radius;
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${width} 0a${radius} ${radius} 0 1 0-${width} 0Z`;
}
