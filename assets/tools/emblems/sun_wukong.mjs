import { clipped, hatch, path, shade } from '../engraving.mjs';

const peach =
  'M84 44C112 40 124 64 116 84C110 101 94 112 80 120C66 113 46 102 41 83C36 62 54 42 78 48C80 47 82 45 84 44Z';
const leafLeft = 'M80 48C70 46 54 44 44 28C62 24 78 32 80 48Z';
const leafRight = 'M80 48C84 34 98 24 118 28C112 42 96 50 80 48Z';
const staff = 'M26 116L132 36L136 41.5L30 121.5Z';
const cloud =
  'M34 132C28 132 26 123 34 122C34 114 46 112 50 118C55 110 68 112 69 120C76 114 86 117 86 123C92 117 104 119 104 125C112 121 122 125 120 132Z';

function emblem() {
  return (
    path('halo', staff) +
    path('b rod', staff) +
    clipped(staff, hatch(24, 34, 138, 124, 53, 2.2, 0.4, 1.3)) +
    path('k solid', 'M26 116L36 108.5L40 114L30 121.5ZM122 43.5L132 36L136 41.5L126 49Z') +
    '<g transform="translate(80 80) scale(.86) translate(-80 -82)">' +
    [peach, leafLeft, leafRight].map((shape) => path('halo', shape)).join('') +
    path('b', peach) +
    clipped(peach, hatch(36, 40, 120, 122, 66, 2.3, 0.2, 1.7)) +
    shade(peach, 'M104 42H126V124H74Q112 96 104 42Z', hatch(72, 42, 126, 124, 30, 2.3, 1.2, 0.3)) +
    path('d', 'M82 50C72 62 70 84 79 104') +
    path('b', leafLeft) +
    path('b', leafRight) +
    clipped(leafLeft, hatch(42, 22, 84, 50, 60, 1.9, 0.2, 1.5)) +
    clipped(leafRight, hatch(78, 22, 120, 50, 120, 1.9, 0.2, 1.5)) +
    path('d tiny', 'M48 30C60 32 72 40 80 48C88 40 100 32 114 30') +
    '</g>' +
    path('halo', cloud) +
    path('b', cloud) +
    clipped(cloud, hatch(26, 122, 122, 134, 0, 2, 0.3, 1.2)) +
    path('d tiny', 'M44 127C38 127 39 121 44 121M64 127C57 128 57 120 63 120M99 128C94 128 94 123 99 123')
  );
}

/** A peach of long life on a cloud, and the staff behind it. */
export const plate = { paper: '#ecc9a0', ink: '#5a1f12', at64: [79, 80, 1.1], at32: [79, 80, 1.22], emblem };
