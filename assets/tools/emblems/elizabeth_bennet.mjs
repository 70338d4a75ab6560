import { clipped, d, hatch, line, path, wedge } from '../engraving.mjs';

/** The quill's shaft, a cubic curve from nib (0) to tip (1). */
function shaft(t) {
  const u = 1 - t;
  const point = (nib, first, second, tip) =>
    u ** 3 * nib + 3 * u * u * t * first + 3 * u * t * t * second + t ** 3 * tip;
  return [point(42, 68, 98, 124), point(130, 96, 70, 26)];
}

/** The point on one side (-1 or 1) of the shaft, `width` away from it. */
function beside(t, width) {
  const [x, y] = shaft(t);
  const [beforeX, beforeY] = shaft(Math.max(0, t - 0.01));
  const [afterX, afterY] = shaft(Math.min(1, t + 0.01));
  const length = Math.hypot(afterX - beforeX, afterY - beforeY);
  return [x - ((afterY - beforeY) / length) * width, y + ((afterX - beforeX) / length) * width];
}

const vaneStart = 0.3;
function vaneWidth(t, side) {
  const along = Math.min(1, (t - vaneStart) / (1 - vaneStart));
  if (along < 0) return 0;
  const swell = 17 * Math.sin(Math.PI * along ** 0.62) ** 0.8 + (side < 0 ? 2 : 0);
  return side * swell * (along > 0.97 ? 0.7 : 1);
}

function vane() {
  const edge = (side) => {
    const points = [];
    for (let t = vaneStart; t <= 1.001; t += 0.02) points.push(beside(t, vaneWidth(t, side)));
    return points;
  };
  return line([...edge(-1), ...edge(1).reverse()]) + 'Z';
}

function barbs() {
  let data = '';
  for (const [side, width0, width1] of [
    [-1, 1.25, 0.25],
    [1, 0.5, 0.9],
  ]) {
    for (let t = 0.31; t < 0.98; t += 0.0165) {
      const out = Math.min(1, t + 0.075);
      data += wedge(...shaft(t), ...beside(out, vaneWidth(out, side) * 0.97), width0, width1);
    }
  }
  return data;
}

/** Loops and tails of the bow, in coordinates of its knot, each with the box and direction of its hatching. */
const ribbon = [
  ['C-2 12 6 17 2 29L8 25L14 30C16 16 8 12 3 0Z', [-4, 0, 16, 30, 90, 1.9, 1.5, 0.2]],
  ['C10 8 22 12 30 27L35 20L44 22C36 8 18 3 3 -2Z', [0, 0, 44, 28, 34, 1.9, 1.5, 0.2]],
  ['C-10 -20 -34 -22 -33 -8C-32 3 -12 4 0 0Z', [-34, -22, 2, 6, 28, 1.9, 0.2, 2]],
  ['C8 -14 34 -18 36 -3C37 10 14 9 0 0Z', [-2, -18, 38, 10, 178, 1.9, 0.2, 2]],
];

function bow([x, y]) {
  const shapes = ribbon.map(([shape]) => 'M0 0' + shape);
  return (
    d`<g transform="translate(${x} ${y})">` +
    shapes.map((shape) => path('halo', shape)).join('') +
    shapes.map((shape) => path('b ribbon', shape)).join('') +
    ribbon.map(([, strokes], i) => clipped(shapes[i], hatch(...strokes))).join('') +
    '<circle class="b knot tiny" cy="-.5" r="5"/></g>'
  );
}

function emblem() {
  const stem = [];
  for (let t = 0; t <= 0.985; t += 0.02) stem.push(shaft(t));
  return (
    path('halo', vane()) +
    path('b feather', vane()) +
    path('k fine2', barbs()) +
    path('halo2', line(stem)) +
    path('rach', line(stem)) +
    path('vein', line(stem.slice(16))) +
    path('k solid', 'M39.5 134L43.5 122L48 125.5Z') +
    bow(shaft(0.235))
  );
}

/** A quill tied with a ribbon. */
export const plate = { paper: '#d0d6ba', ink: '#26351f', at32: [82, 80, 1.18], emblem };
