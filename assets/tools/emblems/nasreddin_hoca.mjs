import { clipped, hatch, path, shade } from '../engraving.mjs';

function emblem() {
  const pot = 'M34 78C28 104 38 131 70 131C102 131 112 104 106 78Z';
  const small = 'M92 110C89 124 95 138 111 138C127 138 133 124 130 110Z';
  const ear = (x, y, s) => `M${x} ${y}c${-8 * s} -2 ${-12 * s} 6 ${-9 * s} 12s${9 * s} 5 ${10 * s} 1`;
  return (
    path('halo', pot + small) +
    path('l', ear(33, 88, 1)) +
    path('l', ear(107, 88, -1)) +
    path('b', pot) +
    clipped(pot, hatch(28, 76, 110, 134, 86, 2.3, 0.3, 2)) +
    shade(pot, 'M90 76H112V134H76Q98 112 90 76Z', hatch(70, 76, 112, 134, 60, 2.4, 0.3, 1.3)) +
    path('b lip', 'M30 73Q70 66 110 73Q112 78 108 80Q70 86 32 80Q28 78 30 73Z') +
    path('d tiny', 'M36 92Q70 100 104 92') +
    path('halo', small) +
    path('l', ear(131, 116, -0.6)) +
    path('b', small) +
    clipped(small, hatch(88, 108, 134, 140, 86, 2.2, 0.3, 1.9)) +
    path('b lip', 'M90 108Q111 103 132 108Q133 112 130 113Q111 117 92 113Q89 112 90 108Z') +
    path('d x', 'M54 60C48 50 60 46 54 36M70 58C64 48 76 42 70 30M86 60C80 50 92 46 86 36')
  );
}

/** The pot that gave birth, and its child. */
export const plate = { paper: '#dfbea4', ink: '#472010', at64: [80, 102, 1.08], at32: [81, 103, 1.12], emblem };
