import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { letDialogsOpen } from '../../components/dialog.testing';
import type { MessageView } from '../../api/generated/MessageView';
import { WindowState } from '../../state/window.svelte';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import Turn from './Turn.svelte';

beforeEach(letDialogsOpen);

async function turn(shown: MessageView, change: Record<string, unknown> = {}, windowState = new WindowState()) {
  const before = Array.from({ length: shown.position }, (_, position) => message(position, 'Before.'));
  const { client, state: talk } = await opened({}, conversation([...before, shown]));
  const given = {
    message: shown,
    name: 'Holmes',
    characterId: 'holmes',
    portrait: null,
    oncontinue: vi.fn(),
    ...change,
  };
  return {
    ...render(Within, { client, component: Turn, given, conversation: talk, windowState }),
    client,
    talk,
    given,
  };
}

const text = (container: Element) => [...container.querySelectorAll('.text p')].map((p) => p.textContent);

describe('text', () => {
  it('is never anything but text', async () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</' + 'script>{@html x}&lt;b&gt;';
    const { container } = await turn(message(0, hostile), { name: hostile });
    expect(container.querySelector('img, script, b')).toBeNull();
    expect(text(container)).toEqual([hostile]);
    expect(screen.getByRole('article').getAttribute('aria-label')).toBe(hostile);
  });

  it('stands in paragraphs and voices, and thoughts are named to those who do not see them', async () => {
    const { container } = await turn(
      message(0, '', {
        spans: [
          { kind: 'action', text: '(He sits.)' },
          { kind: 'speech', text: ' “Well.”' },
          { kind: 'thought', text: 'She walked.', paragraph: true },
        ],
      }),
    );
    expect(text(container)).toEqual(['(He sits.) “Well.”', 'thinks: She walked.']);
    expect(container.querySelector('.act')?.textContent).toBe('(He sits.)');
    expect(container.querySelector('.thought .vh')?.textContent).toBe('thinks: ');
  });

  it('links to the web only, and a click asks for the browser and stays on the page', async () => {
    const words = 'See https://example.org/a. [Bank](https://evil.example) javascript:alert(1)';
    const { container, client } = await turn(message(0, words));
    const links = [...container.querySelectorAll('a')];
    expect(text(container)).toEqual(['See https://example.org/a. Bank (evil.example) javascript:alert(1)']);
    expect(links.map((link) => [link.href, link.target, link.rel])).toEqual([
      ['https://example.org/a', '_blank', 'noopener noreferrer'],
      ['https://evil.example/', '_blank', 'noopener noreferrer'],
    ]);
    expect(await fireEvent.click(links[0]!)).toBe(false);
    expect(client.links).toEqual(['https://example.org/a']);
  });

  it('shows code as code: a block with its lines, and words within a line', async () => {
    const lines = 'if (a < b) {\n  <b>go</b>\n\n}';
    const { container } = await turn(
      message(0, '', {
        spans: [
          { kind: 'speech', text: 'Type ' },
          { kind: 'speech', text: 'ls', code: 'inline' },
          { kind: 'speech', text: ' now.' },
          { kind: 'speech', text: lines, code: 'block', paragraph: true },
          { kind: 'thought', text: 'Odd.', paragraph: true },
        ],
      }),
    );
    expect(text(container)).toEqual(['Type ls now.', 'thinks: Odd.']);
    expect(container.querySelector('p code')?.textContent).toBe('ls');
    const block = screen.getByRole('group', { name: 'Code' });
    expect([block.tagName, block.textContent, block.querySelector('b')]).toEqual(['PRE', lines, null]);
    // Code runs from left to right in any language, and is scrolled to its right by keyboard too.
    expect([block.dir, block.tabIndex]).toEqual(['ltr', 0]);
  });

  it('keeps its blanks as they are written, also around voices', async () => {
    const { container } = await turn(
      message(0, '', {
        spans: [
          { kind: 'speech', text: 'a  b ' },
          { kind: 'action', text: '(c)' },
          { kind: 'speech', text: 'd' },
        ],
      }),
    );
    expect(text(container)).toEqual(['a  b (c)d']);
  });
});

describe('the lines of a message', () => {
  const spans = [
    { kind: 'speech', text: 'First line,' },
    { kind: 'speech', text: 'second line.', paragraph: true },
  ] as const;
  const indent = (container: Element) => getComputedStyle(container.querySelectorAll('.text p')[1]!).textIndent;

  // A line broken with Shift+Enter was shown as a paragraph of a book.
  it('of the reader begin where the first one does', async () => {
    const { container } = await turn(message(1, '', { spans: [...spans] }));
    expect(indent(container)).toBe('0');
  });

  it('of a character are set as in a book', async () => {
    const { container } = await turn(message(0, '', { spans: [...spans] }));
    expect(indent(container)).toBe('var(--par-indent)');
  });
});

// On a phone the time of "Adelaide Marchbanks of Upper Tooting" stood under the portrait.
it('the time stands beside a long name, and not below it', async () => {
  const { container } = await turn(message(0, 'Do come in.'), { name: 'Adelaide Marchbanks of Upper Tooting' });
  const styleOf = (part: string) => getComputedStyle(container.querySelector(`header${part}`)!);
  expect(styleOf('').flexWrap).not.toBe('wrap');
  expect(styleOf(' .name').minInlineSize).toBe('0');
  expect(styleOf(' .when').flexShrink).toBe('0');
});

describe('a reply', () => {
  it('that is being written is busy and has a caret but no tools', async () => {
    const { container } = await turn(message(0, 'A sai', { state: 'streaming' }));
    expect(screen.getByRole('article').getAttribute('aria-busy')).toBe('true');
    expect(container.querySelectorAll('.quill')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that was cut short can be continued while it is the last', async () => {
    const cut = message(0, 'A sai', { state: 'cut_short' });
    const { given, rerender } = await turn(cut, { resting: true });
    await fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(given.oncontinue).toHaveBeenCalledOnce();
    await rerender({ given: { ...given, resting: false } });
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByText(/cut short/)).toBeTruthy();
  });

  it('that never came can be asked for again', async () => {
    const { given } = await turn(message(1, 'Who was he?'), { resting: true });
    await fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(given.oncontinue).toHaveBeenCalledOnce();
  });

  it('that was damaged is shown and marked', async () => {
    const { container } = await turn(message(0, 'A s?i', { state: 'damaged' }));
    expect(text(container)).toEqual(['A s?i']);
    expect(screen.getByText(/damaged/)).toBeTruthy();
  });
});

it('is copied as it was written', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, languages: ['en'], clipboard: { writeText } });
  await turn(message(0, '*She walked.* (sits)'));
  await fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await Promise.resolve();
  flushSync();
  expect(writeText).toHaveBeenCalledWith('*She walked.* (sits)');
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('Copied');
  vi.unstubAllGlobals();
});

const answered = message(2, 'A sailor.');
const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);

describe('what was sent for a reply', () => {
  const used = message(2, 'A sailor.', { used_memories: 6 });

  it('is one press away', async () => {
    const windowState = new WindowState();
    await turn(used, {}, windowState);
    await fireEvent.click(screen.getByRole('button', { name: 'used 6 memories' }));
    expect(windowState.notesPart).toBe('context');
    expect(windowState.notesOpen).toBe(true);
  });

  it('keeps its number where it stands, whichever way the page runs', async () => {
    await turn(used);
    expect(screen.getByText('used 6 memories').tagName).toBe('BDI');
  });

  it('is in the menu also when it held no memories', async () => {
    await turn(message(2, 'A sailor.', { used_memories: 0 }));
    expect(screen.queryByText(/^used/)).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'More for this turn' }));
    expect(screen.getByRole('menuitem', { name: 'What was sent for it' })).toBeTruthy();
  });

  it('is not offered where nothing is known of it', async () => {
    await turn(answered);
    await fireEvent.click(screen.getByRole('button', { name: 'More for this turn' }));
    expect(screen.queryByRole('menuitem', { name: 'What was sent for it' })).toBeNull();
  });
});

describe('the tools', () => {
  it('of the last reply are four and one stop of the Tab key, and the arrows go through them', async () => {
    await turn(answered);
    expect(names()).toEqual(['Copy', 'Edit', 'Another reply', 'Undo the last exchange', 'More for this turn']);
    const tools = screen.getAllByRole('button');
    expect(tools.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1]);
    tools[0]?.focus();
    await fireEvent.keyDown(tools[0]!, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(tools.at(-1));
    await fireEvent.keyDown(tools.at(-1)!, { key: 'Home' });
    await fireEvent.keyDown(tools[0]!, { key: 'ArrowRight' });
    expect(document.activeElement).toBe(tools[1]);
    expect(tools.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1, -1, -1]);
  });

  it('of an earlier turn and of a greeting neither undo nor ask again', async () => {
    await turn(message(0, 'Do come in.'));
    expect(names()).toEqual(['Copy', 'Edit', 'More for this turn']);
  });

  it('of an earlier turn are in its menu on a phone, where they would be always there', async () => {
    const phone = (media: string) => Object.assign(new EventTarget(), { media, matches: media.includes('max-width') });
    vi.stubGlobal('matchMedia', phone);
    const { talk } = await turn(message(0, 'Do come in.'));
    talk.messages = [...talk.messages, message(1, 'Who was he?'), answered];
    flushSync();
    expect(names()).toEqual(['More for this turn']);
    await fireEvent.click(screen.getByRole('button', { name: 'More for this turn' }));
    const acts = screen.getAllByRole('menuitem').map((item) => item.textContent?.trim());
    expect(acts).toEqual(['Copy', 'Edit', 'Branch from here', 'Delete']);
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    expect(screen.getByRole('textbox')).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it('that change something are not there while a reply is being written', async () => {
    const { talk } = await turn(answered);
    talk.turn = 'waiting';
    flushSync();
    expect(names()).toEqual(['Copy']);
  });

  it('ask before a message is deleted, with the focus on the harmless answer', async () => {
    const { client, talk } = await turn(answered);
    client.answers.delete_message = () => conversation([message(0, 'Before.'), message(1, 'Before.')], { revision: 4 });
    await fireEvent.click(screen.getByRole('button', { name: 'More for this turn' }));
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = screen.getByRole('alertdialog', { hidden: true });
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    expect(client.inputs('delete_message')).toHaveLength(0);
    await fireEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent?.trim() === 'Delete')!);
    await settled();
    expect(client.inputs('delete_message')[0]).toMatchObject({ message_id: 'm2', expected_revision: 3 });
    expect(talk.messages.map(({ id }) => id)).toEqual(['m0', 'm1']);
  });
});

describe('alternates', () => {
  const second = message(2, 'A sailor.', { alternate: 1, alternates: 3 });

  async function turned(shown: MessageView, change: Record<string, unknown> = {}) {
    const it = await turn(shown, change);
    it.client.answers.choose_alternate = ({ alternate }) =>
      conversation([...it.talk.messages.slice(0, -1), { ...shown, alternate }], { revision: 4 });
    it.client.answers.retry_reply = () => ({ user: null, reply_id: shown.id, revision: 4 });
    const press = async (key: string) => {
      await fireEvent.keyDown(screen.getByRole('article'), { key });
      await settled();
    };
    return { ...it, press };
  }

  it('are chosen by buttons', async () => {
    const { client } = await turned(second);
    expect(screen.getByText('2 / 3')).toBeTruthy();
    expect(screen.getByText('Reply 2 of 3')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Previous reply' }));
    await settled();
    expect(client.inputs('choose_alternate')).toMatchObject([{ message_id: 'm2', alternate: 0, expected_revision: 3 }]);
  });

  it('are chosen by the arrow keys while the turn has the focus', async () => {
    const { client, press } = await turned(second);
    await press('ArrowRight');
    await press('ArrowLeft');
    expect(client.inputs('choose_alternate').map(({ alternate }) => alternate)).toEqual([2, 1]);
  });

  it('are asked for by the arrow that points on from the last one', async () => {
    const { client, press } = await turned({ ...second, alternate: 2 });
    await press('ArrowRight');
    expect(client.inputs('retry_reply')).toMatchObject([{ conversation_id: 'talk', expected_revision: 3 }]);
  });

  // Past the last one stood "Another reply", and so stood it among the tools.
  it('and the tools beside them never have two buttons of one name', async () => {
    await turned({ ...second, alternate: 2 });
    expect(new Set(names()).size).toBe(names().length);
    expect(names()).toContain('Next reply: a new one');
    expect(names()).toContain('Another reply');
  });

  it('stay while the composer holds words', async () => {
    const { client, press } = await turned(second, { composing: true });
    await press('ArrowRight');
    expect(client.inputs('choose_alternate')).toHaveLength(0);
  });

  it('of an earlier turn end at both ends', async () => {
    const { client, press, talk } = await turned(message(0, 'Do come in.', { alternate: 1, alternates: 2 }));
    talk.messages = [...talk.messages, message(1, 'Who was he?'), answered];
    flushSync();
    await press('ArrowRight');
    expect(screen.getByRole('button', { name: 'Next reply' }).getAttribute('aria-disabled')).toBe('true');
    expect(client.calls.map(({ name }) => name)).toEqual(['open_conversation']);
  });
});
