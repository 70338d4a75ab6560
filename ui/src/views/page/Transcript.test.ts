import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ChangesState } from '../../state/changes.svelte';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import Transcript from './Transcript.svelte';

afterEach(() => vi.restoreAllMocks());

const said = Array.from({ length: 5 }, (_, position) => message(position, `Words ${position}`));

/** A transcript of 1000 pixels in a window of 400, with the reader a little above its end. */
async function scrolledUp() {
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
  const { client, state: talk } = await opened({}, conversation(said));
  const changes = new ChangesState(client, talk);
  const given = { view: talk.current, onwrite: () => undefined };
  const draw = () => render(Within, { client, component: Transcript, given, conversation: talk, changes });
  const { unmount } = draw();
  const scroller = screen.getByRole('region');
  for (const top of [600, 500]) {
    scroller.scrollTop = top;
    await fireEvent.scroll(scroller);
  }
  return { client, changes, scroller, talk, unmount, draw };
}

describe('a conversation that was left', () => {
  it('in the middle goes on there, and says when something came meanwhile', async () => {
    const { talk, unmount, draw } = await scrolledUp();
    unmount();
    talk.messages = [...talk.messages, message(5, 'Words 5'), message(6, 'Words 6')];
    draw();
    await settled();
    flushSync();
    expect(screen.getByRole('region').scrollTop).toBe(500);
    expect(screen.getByText('New text below')).toBeTruthy();
  });

  it('at its end shows the end', async () => {
    const { scroller, unmount, draw } = await scrolledUp();
    scroller.scrollTop = 600;
    await fireEvent.scroll(scroller);
    unmount();
    draw();
    await settled();
    expect(screen.getByRole('region').scrollTop).toBe(1000);
  });

  it('for a message that was found shows the message', async () => {
    const { talk, unmount, draw } = await scrolledUp();
    unmount();
    draw();
    await talk.goTo(1);
    await settled();
    expect(talk.wanted).toEqual({ position: 1 });
    expect(screen.getByRole('region').scrollTop).toBeLessThan(100);
  });

  it('takes no harm when a scroll is told after it has gone', async () => {
    const { scroller, unmount } = await scrolledUp();
    const failed = vi.fn();
    window.addEventListener('error', failed);
    unmount();
    scroller.dispatchEvent(new Event('scroll'));
    window.removeEventListener('error', failed);
    expect(failed).not.toHaveBeenCalled();
  });
});

describe('taking back', () => {
  // The notice above the composer had taken the room in which the tools of the last turn stood.
  it('the last exchange shows the end with its tools', async () => {
    const { client, changes, scroller } = await scrolledUp();
    client.answers.undo_turn = () => conversation(said.slice(0, 3), { revision: 4 });
    await changes.undo();
    await settled();
    expect(changes.removed?.what).toBe('turn');
    expect(scroller.scrollTop).toBe(1000);
  });

  it('an earlier message leaves the reader where they are', async () => {
    const { client, changes, scroller } = await scrolledUp();
    client.answers.delete_message = () => conversation([...said.slice(0, 3), said[4]!], { revision: 4 });
    await changes.delete(said[3]!);
    await settled();
    flushSync();
    expect(changes.removed?.what).toBe('message');
    expect(scroller.scrollTop).toBeLessThan(600);
  });
});
