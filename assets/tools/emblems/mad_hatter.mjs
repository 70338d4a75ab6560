import { clipped, hatch, path, shade } from '../engraving.mjs';

function emblem() {
  const cup = 'M40 86C41 108 50 121 64 125H88C102 121 111 108 112 86Z';
  const earL = 'M62 66C50 52 44 28 52 23C61 18 70 44 71 62Z';
  const earR = 'M79 62C80 44 88 30 97 27C108 24 113 40 104 43C97 45 91 54 88 67Z';
  const head = 'M52 88C50 70 60 58 75 58C90 58 99 70 98 88Z';
  return (
    path('halo', earL + earR + head) +
    path('b', earL) +
    path('b', earR) +
    path('b', head) +
    clipped('M60 62C53 50 49 34 54 30C60 32 66 48 67 62Z', hatch(48, 26, 70, 66, 70, 1.9, 1.3, 0.2)) +
    clipped('M83 60C84 46 90 36 97 32C92 44 88 52 86 64Z', hatch(80, 28, 100, 64, 110, 1.9, 1.3, 0.2)) +
    clipped(head, hatch(82, 58, 104, 92, 60, 2, 0.2, 1.4)) +
    '<circle class="e" cx="66" cy="73" r="2.7"/><circle class="e" cx="85" cy="73" r="2.7"/>' +
    path('d', 'M72.5 80.5Q75.5 83 78.5 80.5M75.5 82V85') +
    path('d x', 'M64 81L48 77M64 83.5L47 83M87 81L104 77M87 83.5L105 83') +
    path('halo', cup) +
    path('b', cup) +
    path('l', 'M111 92C127 88 130 108 106 110') +
    clipped(cup, hatch(36, 84, 78, 128, 82, 2.3, 0.2, 1.9)) +
    shade(cup, 'M94 84H114V128H84Q98 112 94 84Z', hatch(84, 84, 116, 128, 100, 2.3, 0.9, 0.2)) +
    path('rim', 'M38.5 87Q76 92.5 113.5 87') +
    path('d tiny', 'M46 99Q76 105 106 99') +
    path('b plate', 'M30 127C42 125 110 125 122 127C120 134 100 137 76 137C52 137 32 134 30 127Z') +
    clipped(
      'M30 127C42 125 110 125 122 127C120 134 100 137 76 137C52 137 32 134 30 127Z',
      hatch(28, 122, 90, 140, 0, 2, 0.3, 1.3),
    )
  );
}

/** A hare in a teacup. */
export const plate = { paper: '#e5cbc1', ink: '#48202a', at32: [76, 80, 1.2], emblem };
