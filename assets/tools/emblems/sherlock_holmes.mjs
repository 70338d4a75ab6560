import { clipped, hatch, path, shade } from '../engraving.mjs';

function emblem() {
  const half = 'M0 -14C11 -14 18 -9 18 -1C18 6 13 7 11.5 11C10 15 10 19 12 23C14 27 22 29 22 40C22 52 11 57 0 57';
  const body =
    half + 'C-11 57 -22 52 -22 40C-22 29 -14 27 -12 23C-10 19 -10 15 -11.5 11C-13 7 -18 6 -18 -1C-18 -9 -11 -14 0 -14Z';
  const violin =
    '<g transform="translate(64 77) rotate(-24) scale(.94)">' +
    path('halo', body) +
    path('halo', 'M-3 -48H3V-10H-3Z') +
    path('b', body) +
    clipped(body, hatch(-24, -16, 0, 60, 78, 2.3, 0.2, 1.5)) +
    shade(body, 'M8 20L30 20L30 60L-6 60Q14 52 15 40Q15 30 8 24Z', hatch(-2, 22, 26, 60, 62, 2.3, 1.5, 0.2)) +
    path('d tiny', 'M-8.5 17C-12 20 -6 27 -9.5 31M8.5 17C12 20 6 27 9.5 31') +
    path('k', 'M-2.8 -50L2.8 -50L4.2 12L-4.2 12Z') +
    path('d', 'M-7 27.5Q0 24.5 7 27.5') +
    path('k', 'M-3 36H3L4.6 52Q0 55 -4.6 52Z') +
    path('l', 'M0 -50C0 -60 11 -60 10 -53C9.4 -49.6 4.6 -51 6.2 -54') +
    path('l tiny', 'M-8 -47L-2 -45.5M-8 -40L-2 -39M8 -44L2 -42.8M8 -37L2 -36') +
    '</g>';
  const stem = 'M118 121C104 119 84 110 62 101';
  const bowl = 'M106 92C104 104 106 122 116 126L118 133L123 132L124 126C134 121 137 106 134 92Q120 87.5 106 92Z';
  return (
    violin +
    path('halo', bowl) +
    path('halo2', stem) +
    path('stem', stem) +
    path('b', bowl) +
    clipped(bowl, hatch(100, 86, 138, 134, 84, 2.1, 0.25, 1.7)) +
    // At 32 the bowl's edge of paper would cut it from its stem.
    path('stem only32', 'M118 121C112 120 104 118 96 115') +
    path('rim', 'M105 93Q120 88 135 93') +
    path('d x', 'M120 80C114 70 127 64 120 54C116 47 122 42 121 36M126 76C124 69 133 66 129 57')
  );
}

/** A violin and a pipe. */
export const plate = { paper: '#dcd2bd', ink: '#2f2617', at64: [84, 80, 1.08], at32: [84, 80, 1.16], emblem };
