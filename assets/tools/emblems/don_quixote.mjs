import { clipped, d, hatch, path } from '../engraving.mjs';

const hub = [80, 64];
const tower = 'M62 130L67 68C67 56 93 56 93 68L98 130Z';
const cap = 'M64 68C65 52 95 52 96 68Q80 73 64 68Z';
const hill = 'M24 136C34 128 44 132 56 127C70 122 96 123 108 127C118 131 126 127 136 136Z';

/** A sail's frame in coordinates of the hub, pointing up: cloth on one side of the spar, as in La Mancha. */
const cloth = 'M1.5 -10H13V-50H1.5Z';
const laths = 'M1.5 -18H13M1.5 -26H13M1.5 -34H13M1.5 -42H13M7.2 -10V-50';

function sail(angle) {
  return (
    d`<g transform="translate(${hub[0]} ${hub[1]}) rotate(${angle})">` +
    path('halo', cloth + 'M-1 0V-53H1V0Z') +
    path('b cloth', cloth) +
    path('d lath fine', laths) +
    path('l', 'M0 0V-53') +
    '</g>'
  );
}

function emblem() {
  return (
    path('halo', tower + hill) +
    path('b', hill) +
    clipped(hill, hatch(24, 124, 136, 142, 0, 2, 0.4, 1.4)) +
    path('b', tower) +
    clipped(tower, hatch(76, 56, 100, 130, 88, 2.2, 0.3, 1.8)) +
    path('d tiny', 'M64 104L74 104M72 116H63M68 92H76') +
    path('k solid fine', 'M74 130V116C74 109 86 109 86 116V130ZM77 84H83V92H77Z') +
    path('b', cap) +
    clipped(cap, hatch(62, 52, 98, 72, 74, 1.9, 1.6, 0.3)) +
    [32, 122, 212, 302].map(sail).join('') +
    '<circle class="b knot" cx="80" cy="64" r="5"/><circle class="k solid tiny" cx="80" cy="64" r="1.8"/>' +
    path('d x', 'M110 66q4 -4 7 0q3 -4 7 0M122 58q3 -3 5 0q2 -3 5 0M34 90q4 -4 7 0q3 -4 7 0')
  );
}

/** One of the giants. */
export const plate = { paper: '#e8d7a4', ink: '#3d2f0c', at64: [80, 82, 1.1], at32: [80, 78, 1.16], emblem };
