import { clipped, hatch, path } from '../engraving.mjs';

const tower = 'M64 124L70 64H90L96 124Z';
const gallery = 'M64 58H96V64H64Z';
const lantern = 'M71 42H89V58H71Z';
const roof = 'M67 43C69 34 74 31 80 30C86 31 91 34 93 43Z';
const rock =
  'M30 132C36 124 44 127 50 121C55 116 60 122 66 119H94C100 116 106 121 112 120C119 122 124 125 130 132C112 138 48 138 30 132Z';
const beamLeft = 'M71 47L24 33V63L71 53Z';
const beamRight = 'M89 47L136 33V63L89 53Z';

const bands = 'M67.6 88H92.4L94 104H66Z';

function emblem() {
  return (
    path('p beam', beamLeft + beamRight) +
    path('d x', 'M66 47.5L28 36M66 52.5L28 60M66 50H40M94 47.5L132 36M94 52.5L132 60M94 50H120') +
    [tower, gallery, lantern, roof, rock].map((shape) => path('halo', shape)).join('') +
    path('only32 k', beamLeft + beamRight) +
    path('b', rock) +
    clipped(rock, hatch(28, 116, 132, 138, 96, 2.3, 0.2, 1.8)) +
    path('b', tower) +
    clipped(tower, hatch(78, 62, 100, 124, 88, 2, 0.3, 1.7)) +
    path('b tiny', bands) +
    clipped(bands, hatch(64, 86, 98, 106, 0, 1.9, 1.5, 1.5)) +
    path(
      'k solid fine',
      'M77.5 72C77.5 68.5 82.5 68.5 82.5 72V78H77.5ZM76.5 124V115C76.5 110.5 83.5 110.5 83.5 115V124Z',
    ) +
    path('p only32', 'M66.8 84H93.2L94.8 100H65.2Z') +
    path('b', lantern) +
    path('d tiny', 'M77 42V58M83 42V58') +
    path('b', gallery) +
    path('b', roof) +
    clipped(roof, hatch(66, 30, 94, 44, 90, 2, 1.5, 0.4)) +
    '<circle class="k solid tiny" cx="80" cy="27.5" r="2.6"/>' +
    path('d x', 'M26 138q4.5 -3.5 9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0t9 0')
  );
}

/** A lighthouse on its rock, the beam turned both ways. */
export const plate = { paper: '#c4cfdf', ink: '#172a48', at64: [80, 84, 1.14], at32: [80, 82, 1.22], emblem };
