// What both tools share: Chromium as the system has it, and the places of the app that are looked at.
import { execFileSync } from 'node:child_process';
import { chromium } from 'playwright-core';

/** Starts the installed Chromium; nothing is downloaded. */
export function launch() {
  return chromium.launch({
    executablePath: execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim(),
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

/** The sizes: a window, one at 150 % and at 200 % zoom, two phones. */
export const sizes = [
  [1280, 800],
  [853, 533],
  [640, 400],
  [390, 844],
  [320, 640],
];

const parts = { en: /^(Connections|Models|Appearance|You|Data)$/, tr: /^(Bağlantılar|Modeller|Görünüm|Siz|Veriler)$/ };

/** The places of the app, each with the way there from the address that was opened. */
export const places = {
  start: async () => {},
  rail: async (page) => {
    const bar = page.locator('nav.bar button').first();
    if (await bar.isVisible()) await bar.click();
  },
  ...Object.fromEntries(
    ['connections', 'models', 'appearance', 'you', 'data'].map((part, index) => [
      part,
      async (page) => {
        await openSettings(page);
        await page
          .locator('dialog nav button')
          .filter({ hasText: await partNames(page) })
          .nth(index)
          .click();
      },
    ]),
  ),
  'new-connection': async (page) => {
    await openSettings(page);
    await page.locator('dialog .add button').click();
  },
};

/** Opens the app, waits until its characters, fonts and portraits are there, and goes to a place. */
export async function visit(page, address, place) {
  await page.goto(address);
  await page.waitForSelector('nav.rail .cast button, nav.rail .nobody', { state: 'attached' });
  await places[place](page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A lazy portrait below the edge is never fetched; waiting for it would not end.
    const seen = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < innerHeight;
    });
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)));
  });
}

async function openSettings(page) {
  const bar = page.locator('nav.bar button').last();
  await ((await bar.isVisible()) ? bar : page.locator('nav.rail header button')).click();
}

async function partNames(page) {
  return parts[await page.evaluate(() => document.documentElement.lang)] ?? parts.en;
}
