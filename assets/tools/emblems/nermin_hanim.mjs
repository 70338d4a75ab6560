import { clipped, hatch, path, shade } from '../engraving.mjs';

const body = 'M80 36C92 36 97 45 96 54C108 62 112 82 106 98H54C47 80 52 62 64 54C62 45 68 36 80 36Z';
const ears = 'M64.5 46C62 37 62 31 64 25C70 27 75 31 78 37ZM95.5 46C98 37 98 31 96 25C90 27 85 31 82 37Z';
const tail = 'M100 92C114 92 122 98 120 108C118 117 108 116 109 110';

/** Books from the top down: [left, top, width, height, spine at the left]. */
const books = [
  [46, 98, 66, 11, true],
  [38, 109, 76, 13, false],
  [44, 122, 74, 12, true],
];

function book([x, y, width, height, spineLeft]) {
  const cover = `M${x} ${y}H${x + width}V${y + height}H${x}Z`;
  const pagesX = spineLeft ? x + 16 : x;
  const pages = `M${pagesX} ${y + 3}H${pagesX + width - 16}V${y + height - 3}H${pagesX}Z`;
  const bandX = spineLeft ? x + 5 : x + width - 8;
  return (
    path('b', cover) +
    clipped(cover, hatch(x, y, x + width, y + height, 90, 1.8, 1.2, 1.2)) +
    path('p', pages) +
    clipped(pages, hatch(pagesX, y, pagesX + width, y + height, 0, 1.9, 0.6, 0.6)) +
    path('p tiny', `M${bandX} ${y}h3v${height}h-3Z`)
  );
}

function emblem() {
  return (
    path('halo', body + ears + 'M46 98H112V109H118V134H38V109H46Z') +
    path('halo2', tail) +
    path('b', ears) +
    clipped(ears, hatch(60, 24, 100, 48, 80, 1.9, 1.4, 0.3)) +
    path('b', body) +
    clipped(body, hatch(50, 36, 112, 98, 84, 2.3, 0.2, 1.7)) +
    shade(body, 'M94 50H114V100H72Q104 88 94 50Z', hatch(72, 50, 114, 100, 50, 2.3, 1.2, 0.3)) +
    path('d tiny', 'M66 98C60 90 60 80 65 74M94 98C99 92 99 84 95 78') +
    books.map(book).join('') +
    path('halo2 tailedge', tail) +
    path('l catstail', tail)
  );
}

/** The shop's cat, seen from behind, on three old books. */
export const plate = { paper: '#cfd9c6', ink: '#2a2f18', at64: [80, 82, 1.14], at32: [80, 80, 1.24], emblem };
