// node tools/check.mjs ADDRESS: looks at every place of the running app in every size. Each control has a name, nothing scrolls
// sideways, targets are 24 px or more, no id stands twice, each stop of the Tab key shows the focus, nothing moves under reduced
// motion, and the content security policy stops nothing. Exits with 1 when something is wrong.
import { launch, places, sizes, visit } from './browser.mjs';

const [address, ...wanted] = process.argv.slice(2);
if (!address) {
  console.error('usage: node tools/check.mjs ADDRESS [PLACE…]');
  process.exit(2);
}

let failures = 0;
function report(where, what) {
  failures += 1;
  console.log('FAIL', where, what);
}

const browser = await launch();
let looked = 0;
for (const [width, height] of sizes) {
  const context = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
  for (const place of wanted.length ? wanted : Object.keys(places)) {
    const where = `${width}x${height} ${place}`;
    const page = await context.newPage();
    page.on('pageerror', (error) => report(where, error.message));
    page.on('console', (line) => line.type() === 'error' && report(where, line.text()));
    await page.addInitScript(() => {
      window.stopped = [];
      document.addEventListener('securitypolicyviolation', (event) =>
        window.stopped.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await visit(page, address, place);
    for (const fault of await page.evaluate(faultsOfPage)) report(where, fault);
    looked += 1;
    await page.close();
  }
  await context.close();
}
await checkFocus();
await browser.close();
console.log(`${looked} pages looked at, ${failures} faults`);
process.exit(failures ? 1 : 0);

/** Runs in the page. */
function faultsOfPage() {
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.getClientRects().length > 0;
  const textOf = (id) => document.getElementById(id)?.textContent ?? '';
  const name = (element) =>
    [
      element.getAttribute('aria-label'),
      ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map(textOf),
      ...[...(element.labels ?? [])].map((label) => label.textContent),
      element.textContent,
    ]
      .join('')
      .trim();
  const modal = document.querySelector('dialog[open]');
  const controls = [...(modal ?? document).querySelectorAll('button, input, select, textarea, a[href]')].filter(seen);
  const faults = [...window.stopped];
  for (const control of controls) {
    if (!name(control)) faults.push(`without a name: ${control.outerHTML.slice(0, 90)}`);
    const box = (control.closest('label') ?? control).getBoundingClientRect();
    const small = box.width < 24 || box.height < 24;
    if (small && !control.matches('.skip')) faults.push(`small: ${name(control)} ${box.width | 0}x${box.height | 0}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) faults.push(`id twice: ${id}`);
  // A row of tabs or of suggestions may scroll; everything else must fit.
  for (const element of [document.documentElement, ...document.querySelectorAll('body *')].filter(seen)) {
    const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
    const whole = element === document.documentElement || scrolls;
    if (
      whole &&
      !element.matches('dialog nav, .four ol, textarea, select, input') &&
      element.scrollWidth > element.clientWidth + 1
    )
      faults.push(
        `scrolls sideways: ${element.tagName}.${element.className} ${element.scrollWidth}>${element.clientWidth}`,
      );
    if (
      modal?.contains(element) &&
      !element.closest('dialog nav') &&
      element.getBoundingClientRect().right > innerWidth + 1
    )
      faults.push(`beyond the edge: ${element.tagName}.${element.className}`);
  }
  if (document.getAnimations().some((animation) => animation.playState === 'running')) faults.push('something moves');
  return faults;
}

/** Goes through the first 25 stops of the Tab key. */
async function checkFocus() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await visit(page, address, 'start');
  const stops = [];
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return { name: '(the browser)', ring: true };
        const around = [element, element.parentElement, element.parentElement?.parentElement].filter(Boolean);
        const ring = around.some((one) => {
          const { outlineStyle, boxShadow } = getComputedStyle(one);
          return outlineStyle !== 'none' || boxShadow !== 'none';
        });
        const name = element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent;
        return { name: name.trim().replace(/\s+/g, ' ').slice(0, 28), ring };
      }),
    );
  }
  console.log('stops of the Tab key:', stops.map(({ name }) => name).join(' | '));
  for (const { name, ring } of stops) if (!ring) report('focus', `no ring: ${name}`);
}
