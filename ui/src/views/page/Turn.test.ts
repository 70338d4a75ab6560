import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import type { MessageView } from '../../api/generated/MessageView';
import { message } from '../../testing/messages';
import Turn from './Turn.svelte';

function turn(shown: MessageView, change: Record<string, unknown> = {}) {
  const props = {
    message: shown,
    name: 'Holmes',
    characterId: 'holmes',
    portrait: null,
    oncontinue: vi.fn(),
    ...change,
  };
  return { ...render(Turn, props), oncontinue: props.oncontinue };
}

const text = (container: Element) => [...container.querySelectorAll('.text p')].map((p) => p.textContent);

describe('text', () => {
  it('is never anything but text', () => {
    const hostile = '<img src=x onerror="alert(1)"><script>alert(2)</' + 'script>{@html x}&lt;b&gt;';
    const { container } = turn(message(0, hostile), { name: hostile });
    expect(container.querySelector('img, script, b')).toBeNull();
    expect(text(container)).toEqual([hostile]);
    expect(screen.getByRole('article').getAttribute('aria-label')).toBe(hostile);
  });

  it('stands in paragraphs and voices, and thoughts are named to those who do not see them', () => {
    const { container } = turn(
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

  it('keeps its blanks as they are written, also around voices', () => {
    const { container } = turn(
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

describe('a reply', () => {
  it('that is being written is busy and has a caret but no tools', () => {
    const { container } = turn(message(0, 'A sai', { state: 'streaming' }));
    expect(screen.getByRole('article').getAttribute('aria-busy')).toBe('true');
    expect(container.querySelectorAll('.quill')).toHaveLength(1);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('that was cut short can be continued while it is the last', async () => {
    const cut = message(0, 'A sai', { state: 'cut_short' });
    const { oncontinue, rerender } = turn(cut, { resting: true });
    await fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(oncontinue).toHaveBeenCalledOnce();
    await rerender({ resting: false });
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    expect(screen.getByText(/cut short/)).toBeTruthy();
  });

  it('that never came can be asked for again', async () => {
    const { oncontinue } = turn(message(1, 'Who was he?'), { resting: true });
    await fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(oncontinue).toHaveBeenCalledOnce();
  });

  it('that was damaged is shown and marked', () => {
    const { container } = turn(message(0, 'A s?i', { state: 'damaged' }));
    expect(text(container)).toEqual(['A s?i']);
    expect(screen.getByText(/damaged/)).toBeTruthy();
  });
});

it('is copied as it was written', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, languages: ['en'], clipboard: { writeText } });
  turn(message(0, '*She walked.* (sits)'));
  await fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  await Promise.resolve();
  flushSync();
  expect(writeText).toHaveBeenCalledWith('*She walked.* (sits)');
  expect(screen.getByRole('status').textContent).toBe('Copied');
  vi.unstubAllGlobals();
});
