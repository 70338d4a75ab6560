import { flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';

import { ApiError } from '../api/client';
import type { Suggestions } from '../api/generated/Suggestions';
import { use } from '../i18n/index.svelte';
import { deferred, FakeClient } from '../testing/fakeClient';
import { conversation } from '../testing/messages';
import { asked, committed, greeting, opened, started, turnStarted } from '../testing/turns';
import { SettingsState } from './settings.svelte';
import { SuggestionsState } from './suggestions.svelte';

afterEach(() => use('en'));

const texts = ['One.', 'Two.', 'Three.', 'Four.'];
const spans: Suggestions['spans'] = texts.map((text) => [{ kind: 'speech', text }]);
const four: Suggestions = { texts, spans, source: 'model', revision: 1 };
const clara = { id: 'clara', name: 'Clara', description: 'Teaches the piano', picture: null };

async function suggesting(answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({ suggest_replies: () => four, save_draft: () => ({}), ...answers });
  const settings = new SettingsState(client);
  return { client, talk, settings, suggestions: new SuggestionsState(client, talk, settings) };
}

describe('suggestions', () => {
  it('come only when asked for, four of them, with one call', async () => {
    const { client, suggestions } = await suggesting();
    expect([suggestions.shown, client.inputs('suggest_replies')]).toEqual([null, []]);
    await suggestions.ask();
    expect(suggestions.shown?.texts).toHaveLength(4);
    expect(client.inputs('suggest_replies')).toEqual([{ conversation_id: 'talk', interface_language: 'en' }]);
  });

  it('are asked for once, however often the button is pressed', async () => {
    const answer = deferred<Suggestions>();
    const { client, suggestions } = await suggesting({ suggest_replies: () => answer.promise });
    const first = suggestions.ask();
    await suggestions.ask();
    expect([suggestions.asking, client.inputs('suggest_replies').length]).toEqual([true, 1]);
    answer.resolve(four);
    await first;
    expect([suggestions.asking, suggestions.shown]).toEqual([false, four]);
  });

  it.each([
    ['conversation', { id: 'other' }],
    ['persona', { persona: clara }],
    ['language', { language: 'ar' }],
    ['transcript', { revision: 9 }],
  ])('are gone with another %s', async (_, change) => {
    const { talk, suggestions } = await suggesting();
    await suggestions.ask();
    talk.current = { ...talk.current!, ...change };
    expect(suggestions.shown).toBeNull();
  });

  it('are gone with another character', async () => {
    const other = conversation([greeting], { id: 'nights', character_id: 'scheherazade' });
    const { client, talk, suggestions } = await suggesting();
    await suggestions.ask();
    client.answers.open_conversation = () => other;
    await talk.open('scheherazade');
    expect(suggestions.shown).toBeNull();
  });

  it('are gone with another language of the program or of all replies', async () => {
    const { settings, suggestions } = await suggesting();
    await suggestions.ask();
    await use('tr');
    expect(suggestions.shown).toBeNull();
    await use('en');
    expect(suggestions.shown).not.toBeNull();
    settings.settings = { reply_language: 'de' } as typeof settings.settings;
    expect(suggestions.shown).toBeNull();
  });

  it('are gone after sending, and cannot be asked for while a reply is being written', async () => {
    const { client, talk, suggestions } = await suggesting({ send_message: () => started });
    await suggestions.ask();
    await talk.send(asked.text);
    talk.handle(turnStarted);
    expect([suggestions.shown, suggestions.possible]).toEqual([null, false]);
    await suggestions.ask();
    expect(client.inputs('suggest_replies')).toHaveLength(1);
    talk.handle(committed);
    expect([suggestions.shown, suggestions.possible]).toEqual([null, true]);
  });

  it('that come too late are dropped', async () => {
    const answer = deferred<Suggestions>();
    const { talk, suggestions } = await suggesting({ suggest_replies: () => answer.promise });
    const asking = suggestions.ask();
    talk.current = { ...talk.current!, persona: clara };
    expect(suggestions.asking).toBe(false);
    answer.resolve(four);
    await asking;
    expect(suggestions.shown).toBeNull();
  });

  it('go into the composer and are never sent by themselves; words that stood there stay', async () => {
    const { client, talk, suggestions } = await suggesting();
    await suggestions.ask();
    expect([suggestions.take(1), talk.draft]).toEqual([true, 'Two.']);
    suggestions.take(2);
    expect(talk.draft).toBe('Three.');
    talk.draft = 'My own words';
    suggestions.take(0);
    expect(talk.draft).toBe('My own words\nOne.');
    suggestions.take(3);
    expect(talk.draft).toBe('My own words\nFour.');
    expect(suggestions.take(4)).toBe(false);
    flushSync();
    expect(client.inputs('send_message')).toEqual([]);
  });

  it('say why there are none, until they are asked for again', async () => {
    const { client, suggestions } = await suggesting({
      suggest_replies: () => Promise.reject(new ApiError('busy', 'busy')),
    });
    await suggestions.ask();
    expect(suggestions.error?.code).toBe('busy');
    client.answers.suggest_replies = () => four;
    await suggestions.ask();
    expect([suggestions.error, suggestions.shown]).toEqual([null, four]);
  });
});
