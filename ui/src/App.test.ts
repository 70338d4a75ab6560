import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError, NOT_SIGNED_IN } from './api/client';
import type { CharacterSummary } from './api/generated/CharacterSummary';
import App from './App.svelte';
import { letDialogsOpen } from './components/dialog.testing';
import { FakeClient } from './testing/fakeClient';
import { conversation, message } from './testing/messages';

// The file of the trash's code is gone, as after a newer program was started under an open page.
vi.mock('./views/trash/TrashSheet.svelte', () => {
  throw new Error('404');
});
beforeEach(letDialogsOpen);

const holmes: CharacterSummary = {
  id: 'sherlock_holmes',
  name: 'Sherlock Holmes',
  categories: ['Detectives'],
  description: 'Detective in Baker Street',
  portrait: null,
  last_words: null,
  last_at: null,
  broken: null,
  own: false,
  gone: null,
};
const nemo: CharacterSummary = { ...holmes, id: 'captain_nemo', name: 'Captain Nemo', last_at: 5 };

function fake(characters: CharacterSummary[], answers: FakeClient['answers'] = {}): FakeClient {
  return new FakeClient({
    list_characters: () => characters,
    list_categories: () => [],
    list_models: () => ({ models: [], connections: [], chosen: '' }),
    get_settings: () => ({
      theme: 'light',
      interface_language: 'en',
      reply_language: '',
      reader_name: '',
      text_size: 100,
      translation: false,
      default_character: 'sherlock_holmes',
    }),
    get_about: () => ({ version: '1', data_folder: '' }),
    open_conversation: ({ character_id }) =>
      conversation([message(0, 'Do come in.')], { id: `talk-${character_id}`, character_id }),
    ...answers,
  });
}

describe('the window', () => {
  it('asks whom to meet when nobody was met', async () => {
    const client = fake([holmes]);
    render(App, { client });
    expect(await screen.findByText('Who would you like to meet?')).toBeTruthy();
    expect(client.inputs('open_conversation')).toHaveLength(0);
    const page = screen.getByRole('main');
    await fireEvent.click([...page.querySelectorAll('button')].find((b) => b.textContent?.includes('Sherlock'))!);
    await waitFor(() => expect(screen.getByText('Do come in.')).toBeTruthy());
    expect(document.title).toContain('Sherlock Holmes');
  });

  it('opens the character that was talked with last', async () => {
    const client = fake([{ ...holmes, last_at: 3 }, nemo]);
    render(App, { client });
    await waitFor(() => expect(client.inputs('open_conversation')).toEqual([{ character_id: 'captain_nemo' }]));
  });

  it('stays after a reload in the conversation that the tab showed', async () => {
    const client = fake([{ ...holmes, last_at: 3 }, nemo]);
    const first = render(App, { client });
    await screen.findByText('Do come in.');
    const rail = screen.getByRole('list', { name: 'Cast' });
    await fireEvent.click([...rail.querySelectorAll('button')].find((b) => b.textContent?.includes('Sherlock'))!);
    await waitFor(() => expect(document.title).toContain('Sherlock Holmes'));
    first.unmount();
    const again = fake([holmes, { ...nemo, last_at: 9 }]);
    render(App, { client: again });
    await waitFor(() =>
      expect(again.inputs('open_conversation')).toEqual([
        { character_id: 'sherlock_holmes', conversation_id: 'talk-sherlock_holmes' },
      ]),
    );
  });

  it('opens the character talked with last when what the tab showed is gone', async () => {
    sessionStorage.setItem('open', 'sherlock_holmes talk-gone');
    const client = fake([holmes, nemo], {
      open_conversation: ({ character_id, conversation_id }) =>
        conversation_id === 'talk-gone'
          ? Promise.reject(new ApiError('not_found', 'gone', 404))
          : conversation([message(0, 'Do come in.')], { id: `talk-${character_id}`, character_id }),
    });
    render(App, { client });
    await screen.findByText('Do come in.');
    expect(client.inputs('open_conversation').at(-1)).toEqual({ character_id: 'captain_nemo' });
  });

  it('reads everything again after a gap', async () => {
    const client = fake([nemo]);
    render(App, { client });
    await waitFor(() => expect(client.inputs('open_conversation')).toHaveLength(1));
    await waitFor(() => expect(screen.getByText('Do come in.')).toBeTruthy());
    client.setOnline(false);
    flushSync();
    expect(screen.getByText('The program does not answer.')).toBeTruthy();
    client.setOnline(true);
    client.emit({ type: 'resync' });
    await waitFor(() => expect(client.inputs('list_characters')).toHaveLength(2));
    expect(client.inputs('open_conversation')).toHaveLength(2);
    expect(client.inputs('get_settings')).toHaveLength(2);
  });

  it('counts a character as met when another tab has said the first words to it, and not only once it has answered', async () => {
    const met = { ...nemo, last_words: 'To the sea.' };
    const client = fake([holmes, met]);
    render(App, { client });
    await screen.findByText('Do come in.');
    expect(screen.getByText('Not met yet')).toBeTruthy();
    client.answers.list_characters = () => [{ ...holmes, last_at: 9, last_words: 'Good evening.' }, met];
    const began = (position: number) =>
      client.emit({
        type: 'turn_started',
        conversation_id: 'talk-sherlock_holmes',
        user: message(position, 'Hello'),
        reply: message(position + 1, '', { state: 'streaming' }),
        revision: 2,
      });
    began(1);
    await waitFor(() => expect(screen.getByText('Good evening.')).toBeTruthy());
    expect(screen.queryByText('Not met yet')).toBeNull();
    // Later turns need no second look at everybody before they end.
    const looks = client.inputs('list_characters').length;
    began(3);
    flushSync();
    expect(client.inputs('list_characters')).toHaveLength(looks);
  });

  it('opens its sheets, whose code comes only then', async () => {
    render(App, { client: fake([nemo]) });
    await screen.findByText('Do come in.');
    await fireEvent.click(screen.getAllByRole('button', { name: 'Settings' })[0]!);
    const sheet = await screen.findByRole('dialog', { hidden: true }, { timeout: 5000 });
    expect(sheet.textContent).toContain('Connections');
  });

  it('says so when the code of a sheet does not come, and goes on', async () => {
    render(App, { client: fake([nemo]) });
    await screen.findByText('Do come in.');
    await fireEvent.click(screen.getByRole('button', { name: 'Menu of this conversation' }));
    await fireEvent.click(screen.getByRole('menuitem', { name: 'Trash' }));
    const sheet = await screen.findByRole('dialog', { name: 'Trash', hidden: true }, { timeout: 5000 });
    expect(sheet.querySelector('[role=alert]')?.textContent).toContain('does not answer');
    await fireEvent.click(sheet.querySelector('header button')!);
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  });

  it('tells where the key is when it was opened without one', async () => {
    const refused = () => Promise.reject(new ApiError(NOT_SIGNED_IN, '', 401));
    render(App, { client: fake([], { list_characters: refused, get_settings: refused }) });
    expect(await screen.findByText(/address that the program printed/)).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
