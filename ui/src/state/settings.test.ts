import { describe, expect, it, vi } from 'vitest';

import { ApiError } from '../api/client';
import type { ModelList } from '../api/generated/ModelList';
import type { Settings } from '../api/generated/Settings';
import { deferred, FakeClient } from '../testing/fakeClient';
import { SettingsState } from './settings.svelte';

const settings: Settings = {
  theme: 'dark',
  interface_language: 'tr',
  reply_language: '',
  translation: false,
  reader_name: 'Clara',
  text_size: 120,
  default_character: 'sherlock_holmes',
};
const models: ModelList = {
  models: [
    { id: 'local/smol', name: 'Smol', connection_id: 'local', local: true, small: true, problem: null },
    { id: 'hf/big', name: 'Big', connection_id: 'hf', local: false, small: false, problem: 'key_missing' },
  ],
  connections: [],
  chosen: 'local/smol',
};

function fake(): FakeClient {
  return new FakeClient({
    get_settings: () => settings,
    list_models: () => models,
    get_about: () => ({ version: '0.1.0', data_folder: 'data' }),
  });
}

describe('settings', () => {
  it('show on the page and are kept for the next start', async () => {
    const state = new SettingsState(fake());
    await state.load();
    const root = document.documentElement;
    expect(root.dataset['theme']).toBe('dark');
    await vi.waitFor(() => expect(root.lang).toBe('tr'));
    expect(root.style.getPropertyValue('--text-scale')).toBe('1.2');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(state.chosen?.name).toBe('Smol');
  });

  it('show a change at once and take it back when it could not be stored', async () => {
    const client = fake();
    const answer = deferred<Settings>();
    client.answers.change_settings = () => answer.promise;
    const state = new SettingsState(client);
    await state.load();
    const changing = state.change({ theme: 'light' });
    expect(document.documentElement.dataset['theme']).toBe('light');
    answer.reject(new ApiError('storage_full', 'full'));
    await expect(changing).rejects.toMatchObject({ code: 'storage_full' });
    expect(document.documentElement.dataset['theme']).toBe('dark');
  });

  it('keep the newest of two quick changes', async () => {
    const client = fake();
    const answers = [deferred<Settings>(), deferred<Settings>()];
    let asked = 0;
    client.answers.change_settings = () => answers[asked++]!.promise;
    const state = new SettingsState(client);
    await state.load();
    const both = [state.change({ text_size: 130 }), state.change({ text_size: 140 })];
    answers[1]!.resolve({ ...settings, text_size: 140 });
    answers[0]!.resolve({ ...settings, text_size: 130 });
    await Promise.all(both);
    expect(state.settings?.text_size).toBe(140);
  });

  it('choose a model and change nothing when that is refused', async () => {
    const client = fake();
    client.answers.choose_model = ({ model_id }) =>
      model_id === 'hf/big' ? { ...models, chosen: model_id } : Promise.reject(new ApiError('not_found', 'gone'));
    const state = new SettingsState(client);
    await state.load();
    await state.chooseModel('hf/big');
    expect(state.chosen?.name).toBe('Big');
    await expect(state.chooseModel('hf/none')).rejects.toMatchObject({ code: 'not_found' });
    expect(state.models?.chosen).toBe('hf/big');
  });
});
