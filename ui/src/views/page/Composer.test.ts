import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '../../api/client';
import { ConversationState } from '../../state/conversation.svelte';
import { SettingsState } from '../../state/settings.svelte';
import { WindowState } from '../../state/window.svelte';
import { deferred, FakeClient } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import Within from '../../testing/Within.svelte';
import Composer from './Composer.svelte';

async function composer(answers: FakeClient['answers'] = {}, name = 'Sherlock Holmes') {
  const client = new FakeClient({
    open_conversation: () => conversation([message(0, 'Do come in.')]),
    stop_reply: () => ({}),
    ...answers,
  });
  const talk = new ConversationState(client);
  const windowState = new WindowState();
  await talk.open('sherlock_holmes');
  const props = { name };
  render(Within, { client, component: Composer, given: props, conversation: talk, windowState });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  return { client, talk, windowState, field };
}

/** What the keyboard does with Enter; false when the key was taken and breaks no line. */
const press = (field: Element, key: string, init: KeyboardEventInit = {}) =>
  fireEvent(field, new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));

async function type(field: HTMLTextAreaElement, text: string): Promise<void> {
  await fireEvent.input(field, { target: { value: text } });
}

const never = { send_message: () => deferred<never>().promise };
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('Enter', () => {
  it('sends the words and empties the field', async () => {
    const { client, field } = await composer(never);
    await type(field, 'Good evening.');
    expect(await press(field, 'Enter')).toBe(false);
    flushSync();
    expect(client.inputs('send_message').map(({ text }) => text)).toEqual(['Good evening.']);
    expect(field.value).toBe('');
  });

  it.each([
    ['with Shift', { shiftKey: true }],
    ['while an input method composes', { isComposing: true }],
    ['that ends a composition', { keyCode: 229 }],
  ])('%s sends nothing', async (_, init) => {
    const { client, field } = await composer(never);
    await type(field, 'にほん');
    expect(await press(field, 'Enter', init)).toBe(true);
    expect(client.inputs('send_message')).toHaveLength(0);
    expect(field.value).toBe('にほん');
  });

  it('sends nothing of blanks, nor of more than fits', async () => {
    const { client, field } = await composer(never);
    await type(field, '  \n ');
    await press(field, 'Enter');
    await type(field, 'a'.repeat(32_001));
    await press(field, 'Enter');
    expect(client.inputs('send_message')).toHaveLength(0);
    expect(field.value).toHaveLength(32_001);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('counts characters and not halves of them', async () => {
    const { client, field } = await composer(never);
    await type(field, '🫖'.repeat(32_000));
    await press(field, 'Enter');
    expect(client.inputs('send_message')).toHaveLength(1);
  });
});

describe('the empty composer', () => {
  const phone = (media: string) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList;

  it('names whom the words go to', async () => {
    const { field } = await composer();
    expect(field.placeholder).toBe('Write to Sherlock Holmes');
  });

  // The end of "Write to Adelaide Marchbanks of Upper Tooting" was cut.
  it('on a phone leaves a name out that there is no room for', async () => {
    vi.stubGlobal('matchMedia', phone);
    const long = await composer({}, 'Adelaide Marchbanks of Upper Tooting');
    expect(long.field.placeholder).toBe('Write something');
    cleanup();
    const short = await composer({}, 'Sherlock Holmes');
    expect(short.field.placeholder).toBe('Write to Sherlock Holmes');
    vi.unstubAllGlobals();
  });

  it('has a button for sending that neither looks nor is told as one that can be used', async () => {
    const { field } = await composer();
    const send = screen.getByRole('button', { name: 'Send' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    expect(getComputedStyle(send).color).toBe('var(--ink-3)');
    await type(field, 'Good evening.');
    expect(send.getAttribute('aria-disabled')).toBe('false');
    expect(getComputedStyle(send).color).toBe('var(--on-accent)');
  });
});

describe('while a reply is written', () => {
  it('Stop stands in the place of Send, and typing goes on', async () => {
    const { client, field } = await composer(never);
    await type(field, 'One.');
    await press(field, 'Enter');
    flushSync();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
    await type(field, 'Two.');
    await press(field, 'Enter');
    expect(client.inputs('send_message')).toHaveLength(1);
    expect(field.value).toBe('Two.');
    await fireEvent.click(screen.getByRole('button', { name: /^Stop/ }));
    expect(client.inputs('stop_reply')).toHaveLength(1);
  });

  it('Esc stops, wherever the focus is, but not while an input method is open', async () => {
    const { client, field } = await composer(never);
    await type(field, 'One.');
    await press(field, 'Enter');
    flushSync();
    await press(field, 'Escape', { isComposing: true });
    expect(client.inputs('stop_reply')).toHaveLength(0);
    await press(document.body, 'Escape');
    expect(client.inputs('stop_reply')).toHaveLength(1);
  });

  it('Esc does nothing when there is nothing to stop', async () => {
    const { client } = await composer();
    await press(document.body, 'Escape');
    expect(client.inputs('stop_reply')).toHaveLength(0);
  });
});

describe('trouble', () => {
  it('stands above the words that came back, and Try again sends them', async () => {
    let answers = 0;
    const { client, field, windowState } = await composer({
      send_message: () =>
        ++answers === 1 ? Promise.reject(new ApiError('model_unauthorized', 'refused')) : deferred<never>().promise,
    });
    await type(field, 'Good evening.');
    await press(field, 'Enter');
    await settled();
    flushSync();
    expect(field.value).toBe('Good evening.');
    expect(screen.getByRole('alert').textContent).toContain('key was refused');
    await fireEvent.click(screen.getByRole('button', { name: 'Choose another model' }));
    expect(windowState.settingsPart).toBe('models');
    await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    flushSync();
    expect(client.inputs('send_message')).toHaveLength(2);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

it('tells who answers and where', async () => {
  const client = new FakeClient({
    open_conversation: () => conversation([message(0, 'Do come in.')]),
    list_models: () => ({
      models: [{ id: 'hf/big', name: 'Big', connection_id: 'hf', local: false, small: false, problem: null }],
      connections: [
        {
          id: 'hf',
          name: 'Hugging Face',
          base_url: 'https://x',
          key: 'saved',
          key_variable: null,
          models: [],
          preset: true,
        },
      ],
      chosen: 'hf/big',
    }),
    get_settings: () => ({
      theme: 'system',
      interface_language: 'en',
      reply_language: '',
      translation: false,
      reader_name: '',
      text_size: 100,
      default_character: 'x',
    }),
    get_about: () => ({ version: '1', data_folder: '' }),
  });
  const settings = new SettingsState(client);
  await settings.load();
  render(Within, { client, component: Composer, given: { name: 'Holmes' }, settings });
  expect(screen.getByText('Big, at Hugging Face')).toBeTruthy();
});
