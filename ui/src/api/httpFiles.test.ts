import { afterEach, describe, expect, it, vi } from 'vitest';

import { httpFiles, upload } from './httpFiles';

afterEach(() => void vi.unstubAllGlobals());

function answering(status: number, body: unknown) {
  const fetched = vi.fn(
    async (_address: string, _request: RequestInit) => new Response(JSON.stringify(body), { status }),
  );
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

describe('an upload', () => {
  it('sends the file as it is, with its name escaped, and answers with its handle', async () => {
    const fetched = answering(200, { handle: 'h1' });
    const file = new Blob(['{}']);
    expect(await upload(file, 'kış & kar.json')).toBe('h1');
    const [address, request] = fetched.mock.lastCall!;
    expect(address).toBe('/files?name=k%C4%B1%C5%9F%20%26%20kar.json');
    expect([request.method, request.body]).toEqual(['POST', file]);
  });

  it.each([
    [413, { code: 'too_large', message: 'more than 256 MB' }, 'too_large'],
    [401, {}, 'not_signed_in'],
    [502, 'a proxy', 'unreachable'],
    [200, {}, 'unreachable'],
  ])('that ends with %i is refused in the words of the page', async (status, body, code) => {
    answering(status, body);
    await expect(upload(new Blob([]), 'a')).rejects.toMatchObject({ code });
  });

  it('that reaches nobody says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(upload(new Blob([]), 'a')).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('a download', () => {
  it('is of its handle, under its own name, and leaves nothing in the page', () => {
    let link: HTMLAnchorElement | undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      link = this;
    });
    httpFiles.handOver({ file: { handle: 'a/b' }, name: 'Holmes.json', bytes: 1 });
    expect([link?.getAttribute('href'), link?.download]).toEqual(['/files/a%2Fb', 'Holmes.json']);
    expect(document.querySelector('a')).toBeNull();
    click.mockRestore();
  });
});
