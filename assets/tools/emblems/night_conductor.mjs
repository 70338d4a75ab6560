import { clipped, d, hatch, path, star } from '../engraving.mjs';

const circle = (x, y, radius) =>
  d`M${x - radius} ${y}A${radius} ${radius} 0 1 0 ${x + radius} ${y}A${radius} ${radius} 0 1 0 ${x - radius} ${y}Z`;

const watchCase = circle(80, 90, 40);
const dial = circle(80, 90, 31);
const crown = 'M75 42H85V51H75Z';
const bow = 'M80 24a10 10 0 1 0 .01 0Z';
const moon = 'M84 73A18 18 0 1 0 98 98A14.5 14.5 0 1 1 84 73Z';

function minuteMarks() {
  let data = '';
  for (let i = 0; i < 60; i++) {
    const angle = (i * Math.PI) / 30;
    const inner = i % 5 ? 27.6 : 25;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    data += d`M${80 + x * inner} ${90 + y * inner}L${80 + x * 29.4} ${90 + y * 29.4}`;
  }
  return data;
}

/** Hangs from the bow to a hand outside the picture. */
const chain = 'M90 36C96 50 108 58 120 56C127 55 131 50 132 44';

function emblem() {
  return (
    path('halo', watchCase + crown + bow) +
    path('halo2 x', chain) +
    `<path class="l x" stroke-dasharray="3.4 4.6" d="${chain}"/>` +
    path('l', bow) +
    path('b', watchCase) +
    clipped(watchCase, hatch(38, 48, 122, 132, 52, 2.4, 0.2, 1.6)) +
    path('b', dial) +
    path('p only32', dial) +
    path('d fine', minuteMarks()) +
    path('b', moon) +
    path('k only32', moon) +
    clipped(moon, hatch(62, 70, 100, 110, 24, 1.9, 1.7, 0.2)) +
    path('k solid', star(95, 82, 6)) +
    path('b tiny', crown) +
    path('k only32', crown) +
    path('d tiny', 'M78.5 43V50M81.5 43V50')
  );
}

/** A pocket watch that shows the moon where its hands should be. */
export const plate = { paper: '#cfc8dc', ink: '#2b2047', at64: [80, 80, 1.08], at32: [80, 78, 1.24], emblem };
