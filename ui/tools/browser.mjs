// What both tools share: Chromium as the system has it, and the places of the app that are looked at.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

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
      // The picture of the graph is drawn in software where there is no graphics processor.
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
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
  /** The first page of the conversation. */
  top: async (page) => {
    await openTalk(page);
    await page.locator('main [role=region]').evaluate((region) => (region.scrollTop = 0));
    await page.waitForSelector('.frontispiece');
  },
  'turn-menu': async (page) => {
    await openTalk(page);
    await page.locator('article [role=toolbar] [aria-haspopup=menu]').last().click();
  },
  edit: async (page) => {
    await openTalk(page);
    const tools = page.locator('article.mine [role=toolbar]').last();
    const pen = tools.locator('button:nth-child(2)');
    if (await pen.isVisible()) return pen.click();
    // On a phone the menu holds it.
    await tools.locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem').nth(1).click();
  },
  'conversation-menu': async (page) => {
    await openTalk(page);
    await page.locator('main header [aria-haspopup=menu]').click();
  },
  conversations: async (page) => {
    await places['conversation-menu'](page);
    // After the two ways to a new one.
    await page.getByRole('menuitem').nth(2).click();
    await page.waitForSelector('dialog li');
  },
  trash: async (page) => {
    await places['conversation-menu'](page);
    await page.getByRole('menuitem').last().click();
    await page.waitForSelector('dialog .trash :is(li, [role=status] p:not(.note))');
  },
  memories: (page) => openNotes(page, 0),
  graph: (page) => openNotes(page, 3),
  'graph-window': async (page) => {
    await openGraph(page);
    await page.waitForTimeout(1500);
  },
  'graph-ties': async (page) => {
    await openGraph(page);
    const ties = page.locator('dialog.whole .ties select');
    if (await ties.isVisible()) await ties.selectOption('all');
    await page.waitForTimeout(1500);
  },
  'graph-list': async (page) => {
    await openGraph(page);
    await page.locator('dialog.whole header label').last().click();
    await page.locator('dialog.whole .row').first().click();
  },
  relationship: (page) => openNotes(page, 1),
  notes: (page) => openNotes(page, 2),
  context: (page) => openNotes(page, 4),
  'new-persona': async (page) => {
    await openNotes(page, 2);
    await page.locator('.notes li:last-child button').click();
  },
  said: async (page) => {
    await places.rail(page);
    await page.locator('nav.rail input').fill('station');
    await page.waitForSelector('nav.rail .said button, nav.rail .nobody, nav.rail .said .note');
  },
  find: async (page) => {
    if (!(await page.locator('.composer textarea').isVisible())) return;
    await page.keyboard.press('Control+f');
    await page.waitForSelector('.find input');
  },
  suggestions: async (page) => {
    const ask = page.locator('.composer .foot button').first();
    if (!(await ask.isVisible())) return;
    await ask.click();
    await page.waitForSelector('.suggestion, .composer .trouble');
  },
  'new-novel': async (page) => {
    await places.rail(page);
    await page.locator('nav.rail .new .ways button').first().click();
    await page.waitForSelector('dialog .pick');
  },
  'novel-plan': async (page) => {
    await places['new-novel'](page);
    await pick(page, 'the-lamp.txt');
    await page.locator('dialog form input').fill('Elin Marsh');
    await page.locator('dialog form button').click();
    await page.waitForSelector('dialog .alias');
  },
  'new-messages': async (page) => {
    await places.rail(page);
    await page.locator('nav.rail .new .ways button').nth(1).click();
    await page.waitForSelector('dialog .pick');
  },
  'messages-plan': async (page) => {
    await places['new-messages'](page);
    await pick(page, 'WhatsApp Chat with Deniz.txt');
    await page.locator('dialog input[type=radio]').first().click();
    await page.waitForSelector('dialog .agree');
  },
  /** Where a character that was being made stands; reading or review. */
  making: async (page) => {
    await places.rail(page);
    const job = page.locator('nav.rail .new li button').first();
    if (!(await job.isVisible())) return;
    await job.click();
    await page.waitForSelector('dialog :is([role=progressbar], [role=tab])');
  },
  'making-texts': async (page) => {
    await places.making(page);
    const tab = page.locator('dialog [role=tab]').last();
    if (await tab.isVisible()) await tab.click();
  },
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

/** Picks one of the files that characters are made of in the tests. */
async function pick(page, name) {
  const asked = page.waitForEvent('filechooser');
  await page.locator('dialog .pick button').click();
  await (await asked).setFiles(fileURLToPath(new URL(`../../tests/data/making/${name}`, import.meta.url)));
}

/** The conversation that the app opens by itself: the one of the character talked with last. It must hold an exchange. */
async function openTalk(page) {
  await page.waitForSelector('article.mine [role=toolbar]', { state: 'attached' });
  // Its tools are there when the pointer is.
  await page.locator('article.mine').last().hover();
}

async function openSettings(page) {
  const bar = page.locator('nav.bar button').last();
  await ((await bar.isVisible()) ? bar : page.locator('nav.rail header button')).click();
}

/** Opens the notes at one of their tabs, from 0. */
async function openNotes(page, tab) {
  const bar = page.locator('nav.bar button').nth(2);
  const head = page.locator('.notes-switch button');
  if (await bar.isVisible()) await bar.click();
  else if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  await page.locator('.notes [role=tab]').nth(tab).click();
  await page.waitForSelector('.notes [role=tabpanel]:not([hidden]) :is(h2, form, .lead)');
}

/** Opens the graph in the whole window; it must hold a memory. */
async function openGraph(page) {
  await openNotes(page, 3);
  await page.locator('.notes .row button').first().click();
  await page.waitForSelector('dialog.whole canvas');
}

async function partNames(page) {
  return parts[await page.evaluate(() => document.documentElement.lang)] ?? parts.en;
}
