// node assets/tools/plates.mjs [ID…]: draws the portraits of the characters named, or of all, and the app icon.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openChromium } from './chromium.mjs';
import { icon } from './icon.mjs';
import { drawPlate } from './plate.mjs';

const tools = fileURLToPath(new URL('.', import.meta.url));
const assets = fileURLToPath(new URL('..', import.meta.url));

const drawn = readdirSync(`${tools}emblems`).map((file) => file.replace('.mjs', ''));
const asked = process.argv.slice(2);
const unknown = asked.filter((id) => !drawn.includes(id));
if (unknown.length) throw new Error(`No emblem is drawn for ${unknown.join(', ')}; drawn are ${drawn.join(', ')}.`);

const chromium = await openChromium();
for (const id of asked.length ? asked : drawn) {
  const { plate } = await import(`./emblems/${id}.mjs`);
  const svg = drawPlate(plate);
  const folder = `${assets}characters/${id}`;
  mkdirSync(`${folder}/small`, { recursive: true });
  writeFileSync(`${folder}/${id}.png`, await chromium.render(svg, 512, 1));
  // A row's portrait is its own drawing, in enough pixels for a screen of double or triple density.
  writeFileSync(`${folder}/small/64.png`, await chromium.render(svg, 64, 2));
  writeFileSync(`${folder}/small/32.png`, await chromium.render(svg, 32, 3));
}
if (!asked.length) {
  writeFileSync(`${assets}icon.svg`, icon);
  writeFileSync(`${assets}icon.png`, await chromium.render(icon, 512, 1));
  for (const size of [32, 128, 256]) writeFileSync(`${assets}icon-${size}.png`, await chromium.render(icon, size, 1));
}
await chromium.close();
