// node tools/shots.mjs ADDRESS FOLDER [PLACE…]: pictures of the running app in both themes, as a window and as a phone.
// ADDRESS is what the program prints when it starts; FOLDER is made when it is missing. The reader's own settings stay as they are:
// the theme is taken from the (pretended) system, so it shows only while the theme is set to follow it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, places, visit } from './browser.mjs';

const [address, folder, ...wanted] = process.argv.slice(2);
if (!address || !folder) {
  console.error('usage: node tools/shots.mjs ADDRESS FOLDER [PLACE…]');
  console.error(`places: ${Object.keys(places).join(' ')}`);
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const browser = await launch();
for (const colorScheme of ['light', 'dark']) {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ]) {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      hasTouch: width < 500,
    });
    for (const place of wanted.length ? wanted : Object.keys(places)) {
      const page = await context.newPage();
      await visit(page, address, place);
      await page.screenshot({ path: join(folder, `${place}-${colorScheme}-${width}.png`) });
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
