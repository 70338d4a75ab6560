import { fireEvent, render, screen } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { beforeEach, describe, expect, it } from 'vitest';

import { ApiError } from '../../api/client';
import { letDialogsOpen } from '../../components/dialog.testing';
import { CastState } from '../../state/cast.svelte';
import { OwnCharactersState } from '../../state/ownCharacters.svelte';
import { detail, summary, texts } from '../../testing/characters';
import type { FakeClient } from '../../testing/fakeClient';
import { conversation, message } from '../../testing/messages';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import GoneNotice from '../page/GoneNotice.svelte';
import CharacterItems from './CharacterItems.svelte';
import DeleteAsk from './DeleteAsk.svelte';
import EditSheet from './EditSheet.svelte';

beforeEach(letDialogsOpen);

async function states(answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({
    get_character: () => detail(),
    update_character: ({ texts: typed }) => detail({ version: 'two', texts: typed }),
    list_characters: () => [summary()],
    list_categories: () => [],
    ...answers,
  });
  const cast = new CastState(client);
  const own = new OwnCharactersState(client, cast, talk);
  return { client, talk, cast, own };
}

async function sheet(answers: FakeClient['answers'] = {}) {
  const all = await states(answers);
  await all.own.edit('mara');
  render(Within, { client: all.client, component: EditSheet, own: all.own, cast: all.cast, conversation: all.talk });
  await settled();
  return all;
}

const button = (name: string) => screen.getByRole('button', { name, hidden: true }) as HTMLButtonElement;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function press(name: string): Promise<void> {
  await fireEvent.click(button(name));
  await settled();
}

async function type(name: string, text: string): Promise<void> {
  await fireEvent.input(field(name), { target: { value: text } });
  await settled();
}

async function turnTo(name: string): Promise<void> {
  await fireEvent.click(screen.getByRole('tab', { name, hidden: true }));
  await settled();
}

describe('editing', () => {
  it('saves what was typed in all parts, and the rest as it was', async () => {
    const { client } = await sheet();
    expect(button('Save').disabled).toBe(true);
    await type('In one line', 'A lighthouse keeper.');
    await turnTo('Manner');
    await press('Remove: Hates rain.');
    await press('Add a trait');
    await type('Trait 2', 'Loves rain.');
    await type('Tone', 'dry\n\nwarm');
    await turnTo('Words');
    await type('What they answer', 'Me.');
    await press('Save');
    expect(client.inputs('update_character')).toEqual([
      {
        character_id: 'mara',
        expected_version: 'one',
        texts: texts({
          description: 'A lighthouse keeper.',
          personality: ['Gives orders quietly.', 'Loves rain.'],
          tone: ['dry', 'warm'],
          examples: [{ place: 0, situation: '', user: 'Who is there?', character: 'Me.' }],
        }),
      },
    ]);
    expect(screen.getByText('Saved.')).toBeTruthy();
    expect(button('Save').disabled).toBe(true);
  });

  it('keeps what was typed when the character was changed elsewhere', async () => {
    let theirs = detail();
    const { client, own } = await sheet({
      get_character: () => theirs,
      update_character: ({ expected_version, texts: typed }) => {
        if (expected_version !== theirs.version) throw new ApiError('character_conflict', 'changed');
        return detail({ version: 'three', texts: typed });
      },
    });
    theirs = detail({ version: 'two', texts: texts({ description: 'Theirs.' }) });
    await type('In one line', 'Mine.');
    await press('Save');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('changed elsewhere meanwhile');
    expect(field('In one line').value).toBe('Mine.');
    await press('Save mine all the same');
    expect(client.inputs('update_character').at(-1)).toMatchObject({ expected_version: 'two' });
    expect(own.changed).toBe(false);
  });

  it('takes what is there now when that is wanted', async () => {
    let theirs = detail();
    await sheet({
      get_character: () => theirs,
      update_character: () => Promise.reject(new ApiError('character_conflict', 'changed')),
    });
    theirs = detail({ version: 'two', texts: texts({ description: 'Theirs.' }) });
    await type('In one line', 'Mine.');
    await press('Save');
    await press('Take what is there now');
    expect(field('In one line').value).toBe('Theirs.');
    expect(screen.queryByRole('alert', { hidden: true })).toBeNull();
  });

  it('is left without a question only when nothing would be lost', async () => {
    const { own } = await sheet();
    await type('In one line', 'Mine.');
    await press('Close');
    expect(own.editingId).toBe('mara');
    await press('Keep editing');
    expect(field('In one line').value).toBe('Mine.');
    await type('In one line', 'A woman at doors.');
    await press('Close');
    expect(own.editingId).toBeNull();
  });

  it('asks for a name', async () => {
    const { client } = await sheet();
    await type('Name', '  ');
    await turnTo('World');
    await press('Save');
    expect(screen.getByText('A name is needed.')).toBeTruthy();
    expect(client.inputs('update_character')).toHaveLength(0);
  });

  it('shows the reason when a character cannot be read, and tries again', async () => {
    let broken = true;
    await sheet({
      get_character: () => {
        if (broken) throw new ApiError('character_broken', 'mara.json at name: the name is blank.');
        return detail();
      },
    });
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('the name is blank');
    broken = false;
    await press('Try again');
    expect(field('Name').value).toBe('Mara Voss');
  });
});

describe('the menu', () => {
  async function items(character: ReturnType<typeof summary>, answers: FakeClient['answers'] = {}) {
    const all = await states(answers);
    render(Within, {
      client: all.client,
      component: CharacterItems,
      given: { character },
      own: all.own,
      cast: all.cast,
      conversation: all.talk,
    });
    await settled();
    const names = () =>
      screen.queryAllByRole('menuitem', { hidden: true }).map(({ textContent }) => textContent?.trim());
    return { ...all, names };
  }

  it('has for each character what can be done with it', async () => {
    const { names } = await items(summary());
    expect(names()).toEqual(['Edit the character', 'Make a copy of my own', 'Delete the character']);
  });

  it('offers for one that comes with the program a copy', async () => {
    const { names, client, own } = await items(summary({ own: false }), {
      copy_character: ({ name }) => detail({ character_id: 'mara_2', texts: texts({ name: name ?? '' }) }),
    });
    expect(names()).toEqual(['Make a copy of my own']);
    await fireEvent.click(screen.getByRole('menuitem', { hidden: true }));
    await settled();
    expect(client.inputs('copy_character')).toEqual([{ character_id: 'mara', name: 'Mara Voss (my own)' }]);
    expect(own.editingId).toBe('mara_2');
    expect(own.texts?.name).toBe('Mara Voss (my own)');
  });

  it('lets a broken one be deleted', async () => {
    const { names } = await items(summary({ broken: { file: 'mara.json', path: '', reason: 'is no JSON' } }));
    expect(names()).toEqual(['Delete the character']);
  });

  it('brings a deleted one back', async () => {
    const gone = { name: 'Mara Voss', trash_id: 'bin' };
    const { names, client } = await items(summary({ gone }), {
      restore_character: () => ({ character_id: 'mara', name: 'Mara Voss', conversations: 0 }),
    });
    expect(names()).toEqual(['Bring back Mara Voss']);
    await fireEvent.click(screen.getByRole('menuitem', { hidden: true }));
    await settled();
    expect(client.inputs('restore_character')).toEqual([{ id: 'bin' }]);
  });
});

describe('deleting', () => {
  async function asked(answers: FakeClient['answers'] = {}) {
    const talk = (id: string, title: string) => ({
      id,
      character_id: 'mara',
      title,
      name: '',
      branched_from: null,
      message_count: 3,
      updated_at: 1,
    });
    const all = await states({
      list_conversations: () => [talk('one', 'Hello'), talk('two', '')],
      delete_character: () => ({}),
      ...answers,
    });
    await all.own.askToDelete('mara', 'Mara Voss');
    flushSync();
    const deleting = all.own.deleting;
    const given = { deleting };
    render(Within, {
      client: all.client,
      component: DeleteAsk,
      given,
      own: all.own,
      cast: all.cast,
      conversation: all.talk,
    });
    await settled();
    return all;
  }

  it('says what goes and for how long it is kept, and leaves the conversations unless they are to go', async () => {
    const { client } = await asked();
    const dialog = screen.getByRole('alertdialog', { hidden: true });
    expect(dialog.textContent).toContain('for 30 days');
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    expect(screen.getByRole('checkbox', { name: 'Delete its conversation too (1)', hidden: true })).toBeTruthy();
    await press('Delete the character');
    expect(client.inputs('delete_character')).toEqual([{ character_id: 'mara', conversations: false }]);
  });

  it('takes the conversations along when that is ticked', async () => {
    const { client, own } = await asked();
    await fireEvent.click(screen.getByRole('checkbox', { hidden: true }));
    await press('Delete the character');
    expect(client.inputs('delete_character')).toEqual([{ character_id: 'mara', conversations: true }]);
    expect(own.deleting).toBeNull();
  });

  it('stays open with the reason when it fails', async () => {
    const { own } = await asked({ delete_character: () => Promise.reject(new ApiError('busy', 'busy')) });
    await press('Delete the character');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain('A reply is still being written');
    expect(own.deleting).not.toBeNull();
  });

  it('turns the page to somebody else when the open conversation went along', async () => {
    const left = summary({ id: 'holmes', name: 'Holmes' });
    const all = await asked({ list_characters: () => [left] });
    all.talk.current = conversation([message(0, 'Open the door.')], { character_id: 'mara' });
    await all.own.deleteIt(true);
    expect(all.client.inputs('open_conversation').at(-1)).toEqual({ character_id: 'holmes' });
  });
});

describe('a conversation whose character is gone', () => {
  async function notice(trash_id: string | null, answers: FakeClient['answers'] = {}) {
    const all = await states(answers);
    const given = { gone: { name: 'Mara Voss', trash_id } };
    render(Within, {
      client: all.client,
      component: GoneNotice,
      given,
      own: all.own,
      cast: all.cast,
      conversation: all.talk,
    });
    await settled();
    return all;
  }

  it('says where it is and brings it back', async () => {
    const { client } = await notice('bin', {
      restore_character: () => ({ character_id: 'mara', name: 'Mara Voss', conversations: 0 }),
    });
    expect(screen.getByText(/was deleted and lies in the trash/)).toBeTruthy();
    await press('Bring back');
    expect(client.inputs('restore_character')).toEqual([{ id: 'bin' }]);
  });

  it('offers nothing that cannot be done', async () => {
    await notice(null);
    expect(screen.getByText(/is not there any more/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('tells when another one has its place', async () => {
    await notice('bin', { restore_character: () => Promise.reject(new ApiError('character_there', 'there')) });
    await press('Bring back');
    expect(screen.getByText('Another character has its place')).toBeTruthy();
  });
});
