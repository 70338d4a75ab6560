import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client';
import type { Connection } from '../../api/generated/Connection';
import type { ModelInfo } from '../../api/generated/ModelInfo';
import type { ModelList } from '../../api/generated/ModelList';
import type { Settings } from '../../api/generated/Settings';
import { letDialogsOpen } from '../../components/dialog.testing';
import Appearance from './Appearance.svelte';
import { faultsOf, toSave } from './connection';
import Connections from './Connections.svelte';
import Models from './Models.svelte';
import You from './You.svelte';

beforeEach(letDialogsOpen);

const here: Connection = {
  id: 'local',
  name: 'local',
  base_url: null,
  key: 'none',
  key_variable: null,
  models: ['tiny'],
  preset: true,
};
const router: Connection = {
  ...here,
  id: 'router',
  name: 'Router',
  base_url: 'https://router.example/v1',
  key_variable: 'ROUTER_TOKEN',
  models: ['big'],
};
const mine: Connection = { ...router, id: 'mine', name: 'Mine', key: 'saved', key_variable: null, preset: false };

function model(connection: Connection, name: string, more: Partial<ModelInfo> = {}): ModelInfo {
  const id = `${connection.id}/${name}`;
  return { id, name, connection_id: connection.id, local: false, small: false, problem: null, ...more };
}

const tiny = model(here, 'tiny', { local: true, small: true });
const models: ModelList = {
  connections: [here, router, mine],
  models: [tiny, model(router, 'big', { problem: 'key_missing' }), model(mine, 'own')],
  chosen: 'local/tiny',
};

function fake() {
  return {
    models,
    chosen: tiny,
    chooseModel: vi.fn(async (_id: string) => {}),
    saveConnection: vi.fn(async (_connection: object) => {}),
    removeConnection: vi.fn(async (_id: string) => {}),
  };
}

const line = (text: string) => within(screen.getByText(text).closest('.line') as HTMLElement);
const write = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('connections', () => {
  it('say where each key comes from and which one is in use', () => {
    const [set] = [{ ...router, id: 'set', name: 'Set', key: 'environment' as const }];
    render(Connections, { settings: { ...fake(), models: { ...models, connections: [...models.connections, set] } } });
    expect(line('This computer').getByText('in use')).toBeTruthy();
    expect(line('Router').getByText('No key yet')).toBeTruthy();
    expect(line('Router').getByText(/ROUTER_TOKEN/)).toBeTruthy();
    expect(line('Mine').getByText('Key saved')).toBeTruthy();
    expect(line('Set').getByText('Key found in ROUTER_TOKEN')).toBeTruthy();
  });

  it('let only those be removed that did not come with the program, after a question', async () => {
    const settings = fake();
    render(Connections, { settings });
    expect(screen.queryByRole('button', { name: 'Remove Router' })).toBeNull();
    await press('Remove Mine');
    expect(screen.getByRole('alertdialog', { name: 'Remove Mine?' })).toBeTruthy();
    await press('Cancel');
    expect(settings.removeConnection).not.toHaveBeenCalled();
    await press('Remove Mine');
    await press('Remove');
    expect(settings.removeConnection.mock.calls).toEqual([['mine']]);
  });

  it('are added by a form that names what is missing and puts the focus there', async () => {
    const settings = fake();
    render(Connections, { settings });
    await press('Add a connection');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    await write('Name', 'New');
    await press('Save');
    const address = screen.getByLabelText('Address');
    await waitFor(() => expect(document.activeElement).toBe(address));
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(settings.saveConnection).not.toHaveBeenCalled();
    await write('Address', 'http://localhost:11434/v1/');
    await write('Models', ' llama \n\nllama\nqwen');
    await write('Key', ' secret ');
    await press('Save');
    expect(settings.saveConnection.mock.calls).toEqual([
      [{ name: 'New', base_url: 'http://localhost:11434/v1', models: ['llama', 'qwen'], key: 'secret' }],
    ]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Add a connection'));
  });

  it('may be saved without names of models, which the server is then asked for', async () => {
    const settings = fake();
    render(Connections, { settings });
    await press('Add a connection');
    await write('Name', 'New');
    await write('Address', 'http://localhost:11434/v1');
    await press('Save');
    expect(settings.saveConnection.mock.lastCall?.[0]).toMatchObject({ name: 'New', models: [] });
  });

  it('never show a saved key, keep it when the field is empty, and forget it when asked', async () => {
    const settings = fake();
    render(Connections, { settings });
    await press('Change Mine');
    const key = screen.getByLabelText<HTMLInputElement>('Key');
    expect([key.type, key.value]).toEqual(['password', '']);
    await press('Save');
    expect(settings.saveConnection.mock.lastCall?.[0]).not.toHaveProperty('key');
    await press('Change Mine');
    await fireEvent.click(screen.getByRole('switch', { name: 'Forget the saved key' }));
    await press('Save');
    expect(settings.saveConnection.mock.lastCall?.[0]).toMatchObject({ id: 'mine', key: '' });
  });

  it('keep what was written when it could not be saved, and say so beside it', async () => {
    const settings = fake();
    settings.saveConnection.mockRejectedValueOnce(new ApiError('storage_full', 'disk full'));
    render(Connections, { settings });
    await press('Change Mine');
    await write('Name', 'Renamed');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Renamed');
  });
});

describe('a connection', () => {
  const draft = { name: 'A', address: 'https://a.example/v1', key: '', models: 'm', forgetKey: false };

  it.each(['', 'localhost:1', 'ftp://a.example', 'javascript:alert(1)', 'file:///etc'])(
    'has no address %j',
    (address) => expect(faultsOf({ ...draft, address })).toEqual({ address: 'addressNeeded' }),
  );

  it('takes a new key even when the old one was to be forgotten', () => {
    expect(toSave({ ...draft, key: 'k', forgetKey: true }, mine).key).toBe('k');
  });
});

describe('models', () => {
  it('stand under their connection; the one in use is marked, one with a problem says what to do', async () => {
    const settings = fake();
    render(Models, { settings });
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'This computer',
      'Router',
      'Mine',
    ]);
    expect(line('tiny').getByText('in use')).toBeTruthy();
    expect(line('tiny').getByText(/Short, plain replies/)).toBeTruthy();
    expect(line('big').getByText('Needs a key. Add it under Connections')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Use big' }).disabled).toBe(true);
    await press('Use own');
    expect(settings.chooseModel.mock.calls).toEqual([['mine/own']]);
  });
});

const stored: Settings = {
  theme: 'system',
  interface_language: '',
  reply_language: 'tlh',
  translation: false,
  reader_name: 'Clara',
  text_size: 100,
  default_character: 'sherlock_holmes',
};

describe('where a model runs', () => {
  it('is this computer, also where a server of it runs the model', () => {
    const all = [tiny, model(mine, 'own', { local: true }), model(router, 'big')];
    render(Models, { settings: { ...fake(), models: { ...models, models: all } } });
    expect(line('own').getByText('Runs at Mine, on this computer')).toBeTruthy();
    expect(line('big').getByText('Sends the conversation to Router')).toBeTruthy();
  });
});

describe('appearance', () => {
  it('changes theme, text size and language, each by itself', async () => {
    const change = vi.fn(async (_patch: object) => {});
    render(Appearance, { settings: { settings: stored, change } });
    await fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    await fireEvent.change(screen.getByRole('slider', { name: 'Text size' }), { target: { value: '120' } });
    const language = screen.getByRole('combobox', { name: 'Language of the program' });
    await fireEvent.change(language, { target: { value: 'tr' } });
    expect(change.mock.calls).toEqual([[{ theme: 'dark' }], [{ text_size: 120 }], [{ interface_language: 'tr' }]]);
  });
});

describe('you', () => {
  it('offers translation, but not with a model that is too small for it', async () => {
    const change = vi.fn(async (_patch: object) => {});
    const { rerender } = render(You, { settings: { settings: stored, change, chosen: model(mine, 'own') } });
    await fireEvent.click(screen.getByRole('switch', { name: 'Translate' }));
    expect(change.mock.calls).toEqual([[{ translation: true }]]);
    await rerender({ settings: { settings: stored, change, chosen: tiny } });
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.getByText(/too small to translate/)).toBeTruthy();
    await rerender({ settings: { settings: { ...stored, translation: true }, change, chosen: tiny } });
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  });

  it('keeps a name when it is finished, trimmed', async () => {
    const change = vi.fn(async (_patch: object) => {});
    render(You, { settings: { settings: stored, change, chosen: null } });
    const name = screen.getByLabelText<HTMLInputElement>('Your name');
    expect(name.value).toBe('Clara');
    await fireEvent.input(name, { target: { value: ' Zeynep ' } });
    expect(change).not.toHaveBeenCalled();
    await fireEvent.change(name);
    expect(change.mock.calls).toEqual([[{ reader_name: 'Zeynep' }]]);
  });

  it('offers the languages by their own names, and one set elsewhere too', () => {
    render(You, { settings: { settings: stored, change: vi.fn(), chosen: null } });
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language of replies' });
    expect(select.value).toBe('tlh');
    expect([...select.options].map((option) => option.label)).toEqual(
      expect.arrayContaining(['As the character speaks', 'English', 'Türkçe (Turkish)']),
    );
  });
});
