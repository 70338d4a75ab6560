import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';

import { ChangesState } from '../../state/changes.svelte';
import { deferred } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import { opened, settled, texts } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import Composer from './Composer.svelte';
import Transcript from './Transcript.svelte';

const spoken = [message(0, 'Do come in.'), message(1, 'Who was he?'), message(2, 'A sailor.')];
const longer = [...spoken, message(3, 'Where?'), message(4, 'Here.')];

async function page(messages = spoken, component: typeof Transcript | typeof Composer = Transcript) {
  const view = conversation(messages);
  const { client, state: talk } = await opened(
    {
      save_draft: () => ({}),
      edit_last_message: () => ({ text: '', conversation: conversation(messages.slice(0, -2), { revision: 9 }) }),
      edit_message: () => conversation(messages, { revision: 9 }),
      send_message: () => deferred<never>().promise,
    },
    view,
  );
  const changes = new ChangesState(client, talk);
  const given = { view, name: 'Sherlock Holmes', onwrite: () => undefined };
  render(Within, { client, component, given, conversation: talk, changes });
  const edit = (position: number) => {
    changes.edit(messages[position]!);
    flushSync();
    return screen.getByRole<HTMLTextAreaElement>('textbox');
  };
  const press = async (key: string, init: KeyboardEventInit = {}) => {
    await fireEvent.keyDown(document.activeElement!, { key, ...init });
    await settled();
  };
  return { client, talk, changes, edit, press };
}

const buttons = () => [...document.querySelectorAll('.edit button')].map(({ textContent }) => textContent?.trim());

it('of the last message sends by Enter, and what comes after is marked as going', async () => {
  const { client, talk, edit, press } = await page();
  const field = edit(1);
  expect([document.activeElement, field.value]).toEqual([field, 'Who was he?']);
  expect(buttons()).toEqual(['Cancel', 'Save and send']);
  expect(screen.getByText('will be taken back')).toBeTruthy();
  expect(screen.getByText('Saving takes back the reply below.')).toBeTruthy();
  await fireEvent.input(field, { target: { value: 'Who was she?' } });
  await press('Enter', { isComposing: true });
  expect(client.inputs('edit_last_message')).toHaveLength(0);
  await press('Enter');
  expect(client.inputs('send_message')[0]).toMatchObject({ text: 'Who was she?', expected_revision: 9 });
  expect(texts(talk)).toEqual(['Do come in.', 'Who was she?']);
});

it('of an earlier message breaks lines by Enter, saves by Ctrl+Enter, and offers a branch', async () => {
  const { client, edit, press } = await page(longer);
  edit(1);
  expect(buttons()).toEqual(['Cancel', 'Branch and send from here', 'Save']);
  expect(screen.queryByText('will be taken back')).toBeNull();
  await press('Enter');
  expect(client.inputs('edit_message')).toHaveLength(0);
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')[0]).toMatchObject({ message_id: 'm1', text: 'Who was he?' });
  expect(document.activeElement?.tagName).toBe('ARTICLE');
});

it('of a reply changes it in place', async () => {
  const { client, edit, press } = await page();
  const field = edit(2);
  expect(buttons()).toEqual(['Cancel', 'Save']);
  await fireEvent.input(field, { target: { value: 'A soldier.' } });
  await press('Enter', { metaKey: true });
  expect(client.inputs('edit_message')[0]).toMatchObject({ message_id: 'm2', text: 'A soldier.' });
});

it('is left by Esc, but not with new words in it', async () => {
  const { client, changes, edit, press } = await page();
  const field = edit(1);
  await fireEvent.input(field, { target: { value: 'New words' } });
  await press('Escape');
  expect(changes.editing?.text).toBe('New words');
  expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
  await fireEvent.click(document.activeElement!);
  expect(changes.editing).toBeNull();
  edit(1);
  await press('Escape');
  expect(changes.editing).toBeNull();
  expect(client.calls.map(({ name }) => name)).toEqual(['open_conversation']);
});

it('saves nothing that is blank', async () => {
  const { client, edit, press } = await page();
  await fireEvent.input(edit(1), { target: { value: ' \n ' } });
  await press('Enter');
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_last_message')).toHaveLength(0);
});

it('is opened by Up in an empty composer only', async () => {
  const { changes, talk, press } = await page(spoken, Composer);
  screen.getByRole('textbox').focus();
  talk.draft = 'Words';
  await press('ArrowUp');
  expect(changes.editing).toBeNull();
  talk.draft = '';
  await press('ArrowUp', { shiftKey: true });
  await press('ArrowUp', { isComposing: true });
  expect(changes.editing).toBeNull();
  await press('ArrowUp');
  expect(changes.editing?.messageId).toBe('m1');
});

it('of a message that was changed in another window shows both and waits for a choice', async () => {
  const { client, talk, edit, press } = await page();
  const field = edit(2);
  await fireEvent.input(field, { target: { value: 'A soldier.' } });
  client.answers.open_conversation = () => conversation(spoken.with(2, message(2, 'A baker.')), { revision: 8 });
  talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 8 });
  await settled();
  expect(screen.getByRole('alert').querySelector('blockquote')?.textContent).toBe('A baker.');
  expect(field.value).toBe('A soldier.');
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Go on with my words' }));
  expect([screen.queryByRole('alert'), document.activeElement]).toEqual([null, field]);
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')[0]).toMatchObject({ text: 'A soldier.', expected_revision: 8 });
});

it('grows no longer than what can be sent, but what came from elsewhere longer can be changed', async () => {
  const long = message(2, 'x'.repeat(40_000));
  const { client, edit, press } = await page([...spoken.slice(0, 2), long]);
  const field = edit(2);
  await fireEvent.input(field, { target: { value: 'y'.repeat(40_001) } });
  expect(document.querySelector('.note.wrong')?.textContent).toContain('8,001 characters too long');
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')).toEqual([]);
  await fireEvent.input(field, { target: { value: 'y'.repeat(39_000) } });
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')).toHaveLength(1);
});

it('of a short reply stops at the length of what can be sent', async () => {
  const { client, edit, press } = await page();
  const field = edit(2);
  await fireEvent.input(field, { target: { value: 'y'.repeat(32_001) } });
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')).toEqual([]);
  await fireEvent.input(field, { target: { value: 'y'.repeat(32_000) } });
  await press('Enter', { ctrlKey: true });
  expect(client.inputs('edit_message')).toHaveLength(1);
});
