import { clipped, d, hatch, path } from '../engraving.mjs';

const pivot = [80, 120];
const spread = 132;
const blades = 9;

/** A point at an angle from upright (degrees, clockwise) and a distance from the fan's pivot. */
function onFan(angle, distance) {
  const turn = (angle * Math.PI) / 180;
  return [pivot[0] + distance * Math.sin(turn), pivot[1] - distance * Math.cos(turn)];
}

const bladeAngles = Array.from({ length: blades + 1 }, (_, i) => -spread / 2 + (i * spread) / blades);

/** The leaf of the fan between two distances from the pivot. */
function leaf(inner, outer, from = -spread / 2, to = spread / 2) {
  const [a, b, c, e] = [onFan(from, inner), onFan(from, outer), onFan(to, outer), onFan(to, inner)];
  return (
    d`M${a[0]} ${a[1]}L${b[0]} ${b[1]}A${outer} ${outer} 0 0 1 ${c[0]} ${c[1]}` +
    d`L${e[0]} ${e[1]}A${inner} ${inner} 0 0 0 ${a[0]} ${a[1]}Z`
  );
}

const spokes = (inner, outer) =>
  bladeAngles
    .map(
      (angle) =>
        d`M${onFan(angle, inner)[0]} ${onFan(angle, inner)[1]}L${onFan(angle, outer)[0]} ${onFan(angle, outer)[1]}`,
    )
    .join('');

/** A five-petalled plum blossom. */
function blossom(x, y, radius) {
  let data = '';
  for (let i = 0; i < 5; i++) {
    const turn = ((i * 72 - 90) * Math.PI) / 180;
    const [petalX, petalY, petal] = [
      x + Math.cos(turn) * radius * 0.58,
      y + Math.sin(turn) * radius * 0.58,
      radius * 0.46,
    ];
    data += d`M${petalX - petal} ${petalY}a${petal} ${petal} 0 1 0 ${petal * 2} 0a${petal} ${petal} 0 1 0 ${-petal * 2} 0Z`;
  }
  return path('b petals', data) + path('p', data) + `<circle class="k solid" cx="${x}" cy="${y}" r="${radius * 0.2}"/>`;
}

function emblem() {
  const paperLeaf = leaf(38, 82);
  const ribs = leaf(0, 38);
  const folds = bladeAngles
    .slice(0, -1)
    .map((angle, i) =>
      clipped(leaf(38, 82, angle, bladeAngles[i + 1]), hatch(4, 36, 156, 112, angle + 92, 2.1, 0.2, i % 2 ? 0.9 : 1.5)),
    )
    .join('');
  return (
    '<g transform="translate(80 80) scale(.8) translate(-80 -88)">' +
    path('halo', paperLeaf + ribs) +
    path('b', ribs) +
    clipped(ribs, hatch(40, 80, 120, 122, 90, 2.2, 0.3, 1.1)) +
    path('b', paperLeaf) +
    folds +
    path('d', spokes(10, 82)) +
    path('halo', 'M36 96C52 84 66 82 78 66C84 58 92 54 104 52L106 55C96 58 90 62 84 70C74 84 56 88 40 99Z') +
    path('k solid branch', 'M36 96C52 84 66 82 78 66C84 58 92 54 104 52L105 54C96 58 88 62 82 70C72 84 54 88 39 99Z') +
    blossom(62, 76, 11) +
    blossom(88, 62, 12) +
    blossom(106, 52, 8) +
    `<circle class="b knot" cx="80" cy="120" r="5"/>` +
    path('l', 'M80 125C78 131 84 134 80 140M82 125C88 130 90 134 92 139') +
    '</g>'
  );
}

/** An open fan with a branch of plum blossom. */
export const plate = { paper: '#e6c8d2', ink: '#4a1736', at64: [80, 80, 1.12], at32: [80, 80, 1.36], emblem };
