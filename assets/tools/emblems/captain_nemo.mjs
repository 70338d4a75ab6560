import { d, line, path, wedge } from '../engraving.mjs';

// A nautilus shell is a logarithmic spiral: each whorl is the one inside it, grown by the same factor.
const growth = 0.176;
const whorl = 2 * Math.PI;
const end = 2.62 * whorl;
const radiusAtCentre = 53 / Math.exp(growth * end);

function spiral(turned) {
  const radius = radiusAtCentre * Math.exp(growth * turned);
  return [84 + radius * Math.cos(turned + 2.5), 80 + radius * Math.sin(turned + 2.5)];
}

const oneWhorlIn = (turned) => spiral(Math.max(0, turned - whorl));

function walk(from, to) {
  const points = [];
  for (let turned = from; turned <= to + 0.001; turned += 0.08) points.push(spiral(turned));
  return points;
}

/** The walls between the chambers, bent back towards the older part of the shell. */
function chamberWalls() {
  let data = '';
  for (let turned = 5.2; turned < end - 0.9; turned += 0.34) {
    const [outer, inner, older] = [spiral(turned), oneWhorlIn(turned), spiral(turned - 0.5)];
    const [bendX, bendY] = [0, 1].map((k) => 0.25 * ((outer[k] + inner[k]) / 2) + 0.75 * ((older[k] + inner[k]) / 2));
    data += d`M${outer[0]} ${outer[1]}Q${bendX} ${bendY} ${inner[0]} ${inner[1]}`;
  }
  return data;
}

/** The dark flames on the back of the last whorl. */
function flames() {
  let data = '';
  for (let turned = end - 5.6; turned < end - 1; turned += 0.075) {
    const [[x, y], inner] = [spiral(turned), oneWhorlIn(turned)];
    const length = 0.34 + 0.12 * Math.sin(turned * 18);
    data += wedge(x, y, x + (inner[0] - x) * length, y + (inner[1] - y) * length, 1.7, 0.2);
  }
  return data;
}

function arms(mouth, lip) {
  let data = '';
  for (let i = 0; i < 7; i++) {
    const along = i / 6;
    const [x, y] = [0, 1].map((k) => mouth[k] + (lip[k] - mouth[k]) * (0.1 + along * 0.75));
    const tip = y + 21 + (i % 2) * 4 - along * 3;
    data += d`M${x} ${y}C${x - 3 - along * 3} ${y + 10} ${x - 12 + along * 14} ${y + 14 + along * 5}`;
    data += d` ${x - 9 + along * 13} ${tip}`;
  }
  return data;
}

function emblem() {
  const shell = line(walk(end - whorl, end)) + 'Z';
  const [mouth, lip] = [spiral(end), oneWhorlIn(end)];
  const wave = (count) => 'q5 -4 10 0' + 't10 0'.repeat(count - 1);
  return (
    '<g transform="translate(-9 -3)">' +
    path('halo', shell) +
    path('d arms', arms(mouth, lip)) +
    path('b', shell) +
    path('k fine', flames()) +
    path('d septa', chamberWalls()) +
    path('d spiral', line(walk(0, end))) +
    path('l', line([mouth, lip])) +
    '</g>' +
    path('d x', `M24 128${wave(11)}M40 134${wave(8)}`)
  );
}

/** A nautilus above the waves. */
export const plate = { paper: '#bfd4cf', ink: '#0f3539', at64: [83, 77, 1.2], at32: [84, 78, 1.4], emblem };
