// What the reader set, the models there are, and what of both shows on the page at once.
import { createContext } from 'svelte';

import { asApiError, type ApiError, type Client } from '../api/client';
import type { About } from '../api/generated/About';
import type { ChangeSettings } from '../api/generated/ChangeSettings';
import type { ModelInfo } from '../api/generated/ModelInfo';
import type { ModelList } from '../api/generated/ModelList';
import type { SaveConnection } from '../api/generated/SaveConnection';
import type { Settings } from '../api/generated/Settings';
import { use as useLanguage } from '../i18n/index.svelte';
import { remember } from './storage';

export class SettingsState {
  settings = $state.raw<Settings | null>(null);
  models = $state.raw<ModelList | null>(null);
  about = $state.raw<About | null>(null);
  /** Why the settings could not be read; what was shown before stays. */
  error = $state.raw<ApiError | null>(null);

  readonly #client: Client;
  /** Goes up with every change, so that an answer that was overtaken is dropped. */
  #settingsTurn = 0;
  #modelsTurn = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The model that answers now. */
  get chosen(): ModelInfo | null {
    return this.models?.models.find((model) => model.id === this.models?.chosen) ?? null;
  }

  async load(): Promise<void> {
    const settingsTurn = ++this.#settingsTurn;
    const modelsTurn = ++this.#modelsTurn;
    try {
      const [settings, models, about] = await Promise.all([
        this.#client.call('get_settings', {}),
        this.#client.call('list_models', {}),
        this.about ?? this.#client.call('get_about', {}),
      ]);
      this.error = null;
      this.about = about;
      if (settingsTurn === this.#settingsTurn) this.#show(settings);
      if (modelsTurn === this.#modelsTurn) this.models = models;
    } catch (thrown) {
      this.error = asApiError(thrown);
    }
  }

  /** Changes some settings. They show at once, and go back when they could not be stored; then it rejects. */
  async change(patch: ChangeSettings): Promise<void> {
    const before = this.settings;
    const settingsTurn = ++this.#settingsTurn;
    if (before) this.#show({ ...before, ...patch });
    try {
      const settings = await this.#client.call('change_settings', patch);
      if (settingsTurn === this.#settingsTurn) this.#show(settings);
    } catch (thrown) {
      if (before && settingsTurn === this.#settingsTurn) this.#show(before);
      throw asApiError(thrown);
    }
  }

  /** Each of these rejects with an `ApiError` and changes nothing then. */
  async chooseModel(id: string): Promise<void> {
    await this.#changeModels(this.#client.call('choose_model', { model_id: id }));
  }

  async saveConnection(connection: SaveConnection): Promise<void> {
    await this.#changeModels(this.#client.call('save_connection', connection));
  }

  async removeConnection(id: string): Promise<void> {
    await this.#changeModels(this.#client.call('remove_connection', { id }));
  }

  async #changeModels(answer: Promise<ModelList>): Promise<void> {
    const modelsTurn = ++this.#modelsTurn;
    const models = await answer;
    if (modelsTurn === this.#modelsTurn) this.models = models;
  }

  #show(settings: Settings): void {
    this.settings = settings;
    showTheme(settings.theme);
    showTextSize(settings.text_size);
    remember('interface_language', settings.interface_language);
    void useLanguage(settings.interface_language);
  }
}

/** Follows the system unless a theme was chosen; what was chosen is kept for the file that runs before the first paint. */
function showTheme(theme: Settings['theme']): void {
  remember('theme', theme);
  const dark = theme === 'system' ? systemIsDark() : theme === 'dark';
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

function systemIsDark(): boolean {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Sets the page's text size, in per cent of the normal. */
function showTextSize(percent: number): void {
  document.documentElement.style.setProperty('--text-scale', String(percent / 100));
}

/** Keeps the theme in step with the system while the reader has chosen none. Returns what ends that. */
export function followSystemTheme(state: SettingsState): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    if (state.settings?.theme === 'system') showTheme('system');
  };
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
}

export const [getSettings, setSettings] = createContext<SettingsState>();
