import { clipped, hatch, path, star } from '../engraving.mjs';

function emblem() {
  const body =
    'M34 92C44 92 48 98 54 98C60 92 72 89 84 89C100 89 110 96 112 104C112 116 100 124 82 124C64 124 54 116 46 106C42 101 38 99 31 98Z';
  const lid = 'M68 90C70 82 78 78 84 78C90 78 98 82 100 90Q84 86.5 68 90Z';
  const foot = 'M72 123H92L98 135H66Z';
  const moon = 'M92 28A24 24 0 1 0 112 62A19.5 19.5 0 1 1 92 28Z';
  return (
    path('halo', moon) +
    path('b moonc', moon) +
    clipped(moon, hatch(64, 24, 114, 76, 20, 2, 1.9, 0.2)) +
    path('halo solid', star(106, 42, 8) + star(52, 40, 6)) +
    path('k solid', star(106, 42, 8)) +
    path('k solid x', star(52, 40, 6) + star(122, 74, 4) + star(36, 62, 3.5)) +
    path('halo', body + lid + foot) +
    path('l', 'M110 98C128 88 138 108 124 113C118 115 114 110 118 106') +
    path('b', foot) +
    path('b', body) +
    path('b', lid) +
    clipped(body, hatch(30, 90, 114, 126, 90, 2.3, 0.2, 2)) +
    clipped(lid, hatch(66, 76, 102, 92, 80, 2, 0.2, 1.5)) +
    clipped(foot, hatch(64, 122, 100, 136, 90, 2, 1.5, 0.3)) +
    path('d tiny', 'M56 103Q84 112 110 103') +
    '<circle class="k solid" cx="84" cy="75" r="3.5"/>' +
    path('halo', 'M31 90C24 84 27 76 32 68C37 77 40 84 34 90Z') +
    path('k solid', 'M31 90C24 84 27 76 32 68C37 77 40 84 34 90Z')
  );
}

/** A lamp under the moon. */
export const plate = { paper: '#e9d19c', ink: '#43290a', at32: [76, 82, 1.18], emblem };
