import { render, screen } from '@testing-library/svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import type { ModelInfo } from '../../api/generated/ModelInfo';
import { SettingsState } from '../../state/settings.svelte';
import { WindowState } from '../../state/window.svelte';
import { conversation, message } from '../../testing/messages';
import { opened } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import { isEnglish, isHeldInEnglish } from './english';
import Transcript from './Transcript.svelte';

const folder = '../characters';
const turkish = 'Hoş geldiniz efendim, çayınız hazır; kitabınız da sizi bekliyor.';

describe('whether a conversation is held in English', () => {
  it.each(readdirSync(folder))('is told from the words of %s', (file) => {
    const { description, greeting, categories } = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as {
      description: string;
      greeting: string;
      categories: string[];
    };
    expect(isEnglish(`${description} ${greeting}`)).toBe(!categories.includes('Türkçe'));
  });

  it.each([
    [turkish, false],
    ['Bonsoir, monsieur. Entrez donc, il fait froid dehors et le feu est allumé.', false],
    ['Guten Abend. Kommen Sie herein, das Feuer brennt und der Tee ist fertig.', false],
    ['أهلا وسهلا بك في بيتي', false],
    ['Come in. The fire is lit, and you look as if the fog had followed you.', true],
    ['', true],
    ['…', true],
  ])('is told from other words: %s', (text, expected) => expect(isEnglish(text)).toBe(expected));

  it('is the language that was chosen, whatever the character speaks', () => {
    expect(isHeldInEnglish('en-GB', turkish)).toBe(true);
    expect(isHeldInEnglish('tr', 'Come in, and tell me what it is.')).toBe(false);
    expect(isHeldInEnglish(undefined, turkish)).toBe(false);
  });
});

describe('the first page of a conversation', () => {
  const small: ModelInfo = {
    id: 'here/small',
    name: 'small',
    connection_id: 'here',
    local: true,
    small: true,
    problem: null,
  };

  async function firstPage(greeting: string, model: ModelInfo, language = '') {
    const view = conversation([message(0, greeting)], { character_description: '', language });
    const { client, state } = await opened({}, view);
    const settings = new SettingsState(client);
    settings.models = { models: [model], connections: [], chosen: model.id };
    const windowState = new WindowState();
    render(Within, {
      client,
      component: Transcript,
      conversation: state,
      settings,
      windowState,
      given: { view, onwrite: () => undefined },
    });
    return windowState;
  }

  it('says that the starter model knows little of the language, and leads to where a larger one is connected', async () => {
    const windowState = await firstPage(turkish, small);
    screen.getByRole('button', { name: 'Connect a larger model' }).click();
    expect(windowState.settingsPart).toBe('connections');
  });

  it.each([
    ['in English', 'Come in. The fire is lit, and you are welcome.', small, ''],
    ['with a larger model', turkish, { ...small, small: false }, ''],
    ['in English by choice', turkish, small, 'en'],
  ] as const)('says nothing of that %s', async (_, greeting, model, language) => {
    await firstPage(greeting, model, language);
    expect(screen.queryByRole('button', { name: 'Connect a larger model' })).toBeNull();
  });
});
