import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { isWebLink, type Event } from './client';
import { httpClient } from './http';

const answer = (status: number, body: string) => new Response(body, { status });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a command', () => {
  it('is posted as JSON and gives what was answered', async () => {
    const fetched = vi.fn((..._: unknown[]) => Promise.resolve(answer(200, '{"version":"1","data_folder":"d"}')));
    vi.stubGlobal('fetch', fetched);
    expect(await httpClient.call('get_about', {})).toEqual({ version: '1', data_folder: 'd' });
    expect(fetched.mock.calls[0]).toMatchObject(['/api/get_about', { method: 'POST', body: '{}' }]);
  });

  it.each([
    [409, '{"code":"conflict","message":"changed"}', 'conflict'],
    [401, 'no', 'not_signed_in'],
    [401, '{"code":"other","message":""}', 'not_signed_in'],
    [500, '<html>', 'internal'],
    [502, 'Bad gateway', 'unreachable'],
    [200, 'broken off', 'unreachable'],
  ])('answered with %d %j fails as %s', async (status, body, code) => {
    vi.stubGlobal('fetch', () => Promise.resolve(answer(status, body)));
    await expect(httpClient.call('get_about', {})).rejects.toMatchObject({ name: 'ApiError', code, status });
  });

  it('fails as unreachable when nothing answers', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    await expect(httpClient.call('get_about', {})).rejects.toMatchObject({ code: 'unreachable' });
  });
});

class FakeSource {
  static readonly CLOSED = 2;
  static made: FakeSource[] = [];
  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;
  onmessage?: (message: { data: string }) => void;
  constructor(readonly url: string) {
    FakeSource.made.push(this);
  }
  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

describe('events', () => {
  beforeEach(() => {
    FakeSource.made = [];
    vi.stubGlobal('EventSource', FakeSource);
    vi.useFakeTimers();
  });

  it('come as they are, and a gap is told', () => {
    const events: Event[] = [];
    const states: boolean[] = [];
    const end = httpClient.events(
      (event) => events.push(event),
      (online) => states.push(online),
    );
    const source = FakeSource.made[0]!;
    source.onopen?.();
    source.onmessage?.({ data: '{"type":"characters_changed"}' });
    expect(events).toEqual([{ type: 'characters_changed' }]);
    source.onerror?.();
    source.onopen?.();
    expect(events.at(-1)).toEqual({ type: 'resync' });
    expect(states).toEqual([true, false, true]);
    end();
    expect(source.readyState).toBe(FakeSource.CLOSED);
  });

  it('are listened to again when the browser has given up', () => {
    const end = httpClient.events(vi.fn(), vi.fn());
    FakeSource.made[0]!.readyState = FakeSource.CLOSED;
    FakeSource.made[0]!.onerror?.();
    vi.advanceTimersByTime(2000);
    expect(FakeSource.made).toHaveLength(2);
    end();
    FakeSource.made[1]!.onerror?.();
    vi.advanceTimersByTime(10_000);
    expect(FakeSource.made).toHaveLength(2);
  });
});

it('takes no address for a link but one of the web', () => {
  expect(['https://a.b/c', 'http://a'].every(isWebLink)).toBe(true);
  expect(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', '//a.b', 'nonsense'].some(isWebLink)).toBe(
    false,
  );
});
