import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import type { Span } from '../../api/generated/Span';
import { opened } from '../../testing/turns';
import { SettingsState } from '../../state/settings.svelte';
import { SuggestionsState } from '../../state/suggestions.svelte';
import Within from '../../testing/Within.svelte';
import Suggestions from './Suggestions.svelte';

const hostile = '<img src=x onerror=alert(1)>';
const texts = ['One.', 'Two.', 'Three.', hostile];
const spans: Span[][] = texts.map((text) => [{ kind: 'speech', text }]);

async function shown(source: 'model' | 'templates' | 'neutral' = 'model', first = 'One.', drawn = spans[0]!) {
  const { client, state: conversation } = await opened({
    suggest_replies: () => ({
      texts: [first, ...texts.slice(1)],
      spans: [drawn, ...spans.slice(1)],
      source,
      revision: 1,
    }),
    save_draft: () => ({}),
  });
  const suggestions = new SuggestionsState(client, conversation, new SettingsState(client));
  const ontaken = vi.fn();
  render(Within, { client, component: Suggestions, given: { ontaken }, conversation, suggestions });
  await suggestions.ask();
  flushSync();
  return { client, conversation, suggestions, ontaken };
}

describe('the suggestions', () => {
  it('are four buttons with a number and a name, and what they say stays text', async () => {
    await shown();
    const buttons = screen.getAllByRole('button', { name: /^Suggestion/ });
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual([
      'Alt+1',
      'Alt+2',
      'Alt+3',
      'Alt+4',
    ]);
    expect(screen.getByText(hostile)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });

  it('go into the composer by a click and give the focus back to it', async () => {
    const { client, conversation, ontaken } = await shown();
    await fireEvent.click(screen.getByRole('button', { name: 'Suggestion 2: Two.' }));
    expect([conversation.draft, ontaken.mock.calls.length]).toEqual(['Two.', 1]);
    expect(client.inputs('send_message')).toEqual([]);
  });

  it.each([
    ['Alt+3', { key: '3', code: 'Digit3', altKey: true }, 'Three.'],
    ['Alt+3 of a keyboard that writes another character', { key: '£', code: 'Digit3', altKey: true }, 'Three.'],
    ['Alt+1 of the number block', { key: '1', code: 'Numpad1', altKey: true }, 'One.'],
    ['3 alone', { key: '3', code: 'Digit3' }, ''],
    ['AltGr+3', { key: '#', code: 'Digit3', altKey: true, ctrlKey: true }, ''],
    ['Alt+5', { key: '5', code: 'Digit5', altKey: true }, ''],
    ['Alt+3 while composing', { key: '3', code: 'Digit3', altKey: true, isComposing: true }, ''],
  ])('answer %s', async (_, press, draft) => {
    const { conversation } = await shown();
    await fireEvent.keyDown(window, press);
    expect(conversation.draft).toBe(draft);
  });

  it('are drawn in their voices and taken with their marks', async () => {
    const { conversation } = await shown('model', '*waves* Good evening. *Is he in?*', [
      { kind: 'action', text: '(waves)' },
      { kind: 'speech', text: ' Good evening. ' },
      { kind: 'thought', text: 'Is he in?' },
    ]);
    const button = screen.getByRole('button', { name: /^Suggestion 1: \(waves\) Good evening\. .*Is he in\?$/ });
    expect(button.textContent).toContain('(waves) Good evening. Is he in?');
    expect([...button.querySelectorAll('i')].map(({ className }) => className.split(' ')[0])).toEqual([
      'action',
      'thought',
    ]);
    await fireEvent.click(button);
    expect(conversation.draft).toBe('*waves* Good evening. *Is he in?*');
  });

  it('say quietly when they are no model’s', async () => {
    await shown('templates');
    expect(screen.getAllByText(/the small model makes none/).length).toBeGreaterThan(0);
  });

  it('can be put away', async () => {
    const { suggestions } = await shown();
    await fireEvent.click(screen.getByRole('button', { name: 'Put the suggestions away' }));
    expect([suggestions.shown, screen.queryByRole('list')]).toEqual([null, null]);
  });
});
