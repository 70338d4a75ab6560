// Renders SVG with an installed Chromium over its debugging pipe, so that the drawings need no npm package.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const quiet = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Starts Chromium (`CHROMIUM`, else `chromium`) and returns `{render, close}`. */
export async function openChromium() {
  const profile = mkdtempSync(join(tmpdir(), 'bookplates-'));
  const browser = spawn(process.env.CHROMIUM ?? 'chromium', [...quiet, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const send = debuggingPipe(browser);
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  return {
    render: (svg, width, scale) => renderSvg((method, params) => send(method, params, sessionId), svg, width, scale),
    close: async () => {
      await send('Browser.close');
      await new Promise((exited) => browser.once('exit', exited));
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** The protocol's messages are JSON texts that end in a zero byte: out on the child's file 3, back on file 4. */
function debuggingPipe(browser) {
  const waiting = new Map();
  let lastId = 0;
  let rest = '';
  const failAll = (error) => waiting.forEach(({ reject }) => reject(error));
  browser.once('error', (error) =>
    failAll(new Error(`Chromium did not start (set CHROMIUM to its path): ${error.message}`)),
  );
  browser.stdio[3].on('error', failAll);
  browser.stdio[4].setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  return (method, params = {}, sessionId = undefined) =>
    new Promise((resolve, reject) => {
      waiting.set(++lastId, { resolve, reject });
      browser.stdio[3].write(JSON.stringify({ id: lastId, method, params, sessionId }) + '\0');
    });
}

/** PNG of `width` CSS pixels (which chooses the optical size), `scale` bitmap pixels to each. */
async function renderSvg(send, svg, width, scale) {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const page = `<style>body{margin:0}img{width:${width}px;display:block}</style><img src="${source}">`;
  await send('Emulation.setDeviceMetricsOverride', { width, height: width, deviceScaleFactor: scale, mobile: false });
  await send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const { frameTree } = await send('Page.getFrameTree');
  await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: page });
  await send('Runtime.evaluate', { expression: 'document.images[0].decode()', awaitPromise: true });
  const { data } = await send('Page.captureScreenshot', {
    format: 'png',
    clip: { x: 0, y: 0, width, height: width, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}
