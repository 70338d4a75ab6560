import { describe, expect, it } from 'vitest';

import { ApiError, UNREACHABLE } from '../api/client';
import type { ConversationView } from '../api/generated/ConversationView';
import type { MessageView } from '../api/generated/MessageView';
import type { TrashItem } from '../api/generated/TrashItem';
import { deferred, type FakeClient } from '../testing/fakeClient';
import { conversation, message } from '../testing/messages';
import { failed, opened, settled, texts } from '../testing/turns';
import { ChangesState } from './changes.svelte';

const spoken = [message(0, 'Do come in.'), message(1, 'Who was he?'), message(2, 'A sailor.')];
const talkOf = (messages: MessageView[], revision: number, change: Partial<ConversationView> = {}) =>
  conversation(messages, { revision, ...change });

async function changing(answers: FakeClient['answers'] = {}, messages = spoken) {
  const { client, state: talk } = await opened({ save_draft: () => ({}), ...answers }, talkOf(messages, 3));
  return { client, talk, changes: new ChangesState(client, talk) };
}

const conflict = () => Promise.reject(new ApiError('conflict', 'stale', 409));
const ids = (talk: { messages: MessageView[] }) => talk.messages.map(({ id }) => id);

describe('undo', () => {
  it('takes the last exchange back and offers to bring it back', async () => {
    const { client, talk, changes } = await changing({ undo_turn: () => talkOf(spoken.slice(0, 1), 4) });
    await changes.undo();
    expect(client.inputs('undo_turn')[0]).toMatchObject({ conversation_id: 'talk', expected_revision: 3 });
    expect([ids(talk), changes.removed?.what]).toEqual([['m0'], 'turn']);
    talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 4 });
    await settled();
    expect(client.inputs('open_conversation')).toHaveLength(1);
  });

  it('that is asked for twice quickly names the newer revision the second time', async () => {
    let revision = 3;
    const longer = [...spoken, message(3, 'Where?'), message(4, 'Here.')];
    const { client, changes, talk } = await changing(
      { undo_turn: () => talkOf(longer.slice(0, (revision += 1) === 4 ? 3 : 1), revision) },
      longer,
    );
    await Promise.all([changes.undo(), changes.undo()]);
    expect(client.inputs('undo_turn').map(({ expected_revision }) => expected_revision)).toEqual([3, 4]);
    expect(new Set(client.inputs('undo_turn').map(({ operation_id }) => operation_id)).size).toBe(2);
    expect(ids(talk)).toEqual(['m0']);
  });

  it('is brought back from the trash', async () => {
    const item: TrashItem = {
      id: 'newer',
      kind: 'turn',
      conversation_id: 'talk',
      character_id: 'sherlock_holmes',
      excerpt: 'Who was he?',
      messages: 2,
      conversations: 0,
      removed_at: 2,
      erased_at: 3,
    };
    const { client, talk, changes } = await changing({
      undo_turn: () => talkOf(spoken.slice(0, 1), 4),
      list_trash: () => [
        { ...item, id: 'older', removed_at: 1 },
        item,
        { ...item, id: 'other', conversation_id: 'x', removed_at: 9 },
      ],
      restore_from_trash: () => talkOf(spoken, 5),
    });
    await changes.undo();
    await changes.bringBack();
    expect(client.inputs('restore_from_trash')).toEqual([{ id: 'newer' }]);
    expect([ids(talk), changes.removed]).toEqual([['m0', 'm1', 'm2'], null]);
    expect(talk.wanted, 'it is shown, wherever the reader was').toEqual({ position: 1 });
  });

  it('is no longer told of once the conversation has gone on', async () => {
    const { talk, changes } = await changing({ undo_turn: () => talkOf(spoken.slice(0, 1), 4) });
    await changes.undo();
    talk.handle({
      type: 'turn_started',
      conversation_id: 'talk',
      user: message(1, 'And?'),
      reply: message(2, '', { state: 'streaming' }),
      revision: 5,
    });
    expect(changes.removed).toBeNull();
  });
});

describe('a stale change', () => {
  it('is told of, and the page reads what is there without losing what is typed', async () => {
    const newer = [...spoken, message(3, 'From elsewhere.'), message(4, 'Indeed.')];
    const { client, talk, changes } = await changing({ undo_turn: conflict });
    talk.draft = 'Half a sentence';
    client.answers.open_conversation = () => talkOf(newer, 7, { draft: '' });
    await changes.undo();
    expect([talk.trouble?.code, talk.draft, changes.removed]).toEqual(['conflict', 'Half a sentence', null]);
    expect([ids(talk).at(-1), talk.current?.revision]).toEqual(['m4', 7]);
  });

  it('keeps an edit open with its words', async () => {
    const { client, talk, changes } = await changing({ edit_message: conflict });
    changes.edit(spoken[2]!);
    changes.write('A soldier.');
    client.answers.open_conversation = () => talkOf([...spoken, message(3, 'From elsewhere.')], 7);
    expect(await changes.saveEdit()).toBe(false);
    changes.settleEdit();
    expect([changes.editing?.text, talk.trouble?.code]).toEqual(['A soldier.', 'conflict']);
  });

  it('leaves the words of an edit to the composer when its message is gone', async () => {
    const { client, talk, changes } = await changing({ edit_last_message: conflict });
    talk.draft = 'Half a sentence';
    changes.edit(spoken[1]!);
    changes.write('Who was she?');
    client.answers.open_conversation = () => talkOf(spoken.slice(0, 1), 7);
    expect(await changes.sendEdit()).toBe(false);
    changes.settleEdit();
    expect([changes.editing, talk.draft]).toEqual([null, 'Who was she?\nHalf a sentence']);
  });

  it('whose answer was lost changes nothing on the page', async () => {
    const lost = () => Promise.reject(new ApiError(UNREACHABLE, 'gone'));
    const { client, talk, changes } = await changing({ undo_turn: lost });
    await changes.undo();
    expect([ids(talk), talk.trouble?.code]).toEqual([['m0', 'm1', 'm2'], UNREACHABLE]);
    expect(client.inputs('open_conversation')).toHaveLength(1);
  });
});

describe('editing', () => {
  it('the last message takes it back and sends the new words, and leaves the draft', async () => {
    const { client, talk, changes } = await changing({
      edit_last_message: () => ({ text: 'Who was he?', conversation: talkOf(spoken.slice(0, 1), 4) }),
      send_message: () => deferred<never>().promise,
    });
    talk.draft = 'For later';
    expect(changes.editLast()).toBe(true);
    expect(changes.editing).toMatchObject({ messageId: 'm1', text: 'Who was he?' });
    changes.write('Who was she?');
    expect(await changes.sendEdit()).toBe(true);
    await settled();
    expect(client.inputs('send_message')[0]).toMatchObject({ text: 'Who was she?', expected_revision: 4 });
    expect([texts(talk), talk.draft, changes.editing]).toEqual([['Do come in.', 'Who was she?'], 'For later', null]);
  });

  it('an earlier message puts the new words in its place, also before the page that comes back', async () => {
    const all = Array.from({ length: 200 }, (_, position) => message(position, `Line ${position}.`));
    const changed = all.with(20, { ...all[20]!, text: 'New.', spans: [{ kind: 'speech', text: 'New.' }] });
    const { client, talk, changes } = await changing(
      {
        edit_message: () => talkOf(changed.slice(-60), 4),
        list_messages: ({ before = 200, limit }) => ({
          messages: changed.slice(Math.max(0, before - limit), before),
          total: 200,
        }),
      },
      all,
    );
    changes.edit(all[20]!);
    changes.write('New.');
    expect(await changes.saveEdit()).toBe(true);
    expect(client.inputs('edit_message')[0]).toMatchObject({ message_id: 'm20', text: 'New.' });
    expect(client.inputs('list_messages')).toMatchObject([{ before: 140, limit: 120 }]);
    expect(texts(talk).slice(19, 22)).toEqual(['Line 19.', 'New.', 'Line 21.']);
    expect(talk.messages).toHaveLength(200);
  });

  it('in a branch begins before the message and sends the new words there', async () => {
    const longer = [...spoken, message(3, 'Where?'), message(4, 'Here.')];
    const { client, talk, changes } = await changing(
      {
        branch_conversation: () => talkOf(spoken.slice(0, 1), 1, { id: 'branch' }),
        send_message: () => deferred<never>().promise,
      },
      longer,
    );
    changes.edit(longer[1]!);
    changes.write('Who was she?');
    expect(await changes.branchWithEdit()).toBe(true);
    expect(client.inputs('branch_conversation')[0]).toMatchObject({ conversation_id: 'talk', message_id: 'm0' });
    expect(client.inputs('send_message')[0]).toMatchObject({ conversation_id: 'branch', text: 'Who was she?' });
    expect(talk.current?.id).toBe('branch');
    client.answers.open_conversation = () => talkOf(longer, 3);
    await talk.open('sherlock_holmes', 'talk');
    expect(changes.editing).toBeNull();
  });

  it('is still there after the page was loaded again', async () => {
    const first = await changing();
    first.changes.edit(spoken[2]!);
    first.changes.write('A soldier.');
    const { changes } = await changing();
    expect(changes.editing).toMatchObject({ messageId: 'm2', text: 'A soldier.', before: 'A sailor.' });
    changes.stopEditing();
    expect((await changing()).changes.editing).toBeNull();
  });

  it('cannot begin while a reply is being written', async () => {
    const { talk, changes } = await changing();
    talk.turn = 'writing';
    expect(changes.editLast()).toBe(false);
  });
});

describe('another reply', () => {
  const again = message(2, '', { state: 'streaming', alternate: 1, alternates: 2 });
  const begun = { type: 'turn_started', conversation_id: 'talk', user: null, reply: again, revision: 4 } as const;

  it('stands in the place of the former one as it comes', async () => {
    const { talk, changes } = await changing({ retry_reply: () => ({ user: null, reply_id: 'm2', revision: 4 }) });
    await changes.retry();
    talk.handle(begun);
    talk.handle({
      type: 'turn_delta',
      conversation_id: 'talk',
      message_id: 'm2',
      from: 0,
      spans: [{ kind: 'speech', text: 'A soldier.' }],
    });
    expect([texts(talk).at(-1), talk.turn]).toEqual(['A soldier.', 'writing']);
  });

  it('that never comes leaves the former one as it was', async () => {
    const { talk, changes } = await changing({ retry_reply: () => ({ user: null, reply_id: 'm2', revision: 4 }) });
    await changes.retry();
    talk.handle(begun);
    talk.handle(failed({ user_message_id: null, user_text: null, restored: spoken[2]!, revision: 5 }));
    expect([texts(talk), talk.messages.at(-1)?.state]).toEqual([
      ['Do come in.', 'Who was he?', 'A sailor.'],
      'complete',
    ]);
    expect([talk.draft, talk.trouble?.code, talk.turn]).toEqual(['', 'model_unreachable', 'idle']);
  });

  it('is not there for a greeting', async () => {
    const { client, changes } = await changing({}, spoken.slice(0, 1));
    await changes.retry();
    expect([changes.retriable, client.inputs('retry_reply').length]).toEqual([null, 0]);
  });

  it('of a page that comes late shows the alternate that is being written, not the longer former one', async () => {
    const { client, talk } = await changing();
    client.answers.open_conversation = () => talkOf([...spoken.slice(0, 2), { ...again, spans: [] }], 4);
    await talk.reload();
    expect([texts(talk).at(-1), talk.turn]).toEqual(['', 'waiting']);
  });
});

describe('another window', () => {
  it('that changes the conversation is followed', async () => {
    const { client, talk } = await changing();
    client.answers.open_conversation = () => talkOf(spoken.slice(0, 1), 6);
    talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 6 });
    await settled();
    expect([ids(talk), talk.current?.revision, talk.trouble]).toEqual([['m0'], 6, null]);
  });

  it('that renames it is followed too, though that is no new revision', async () => {
    const { client, talk, changes } = await changing({ undo_turn: () => talkOf(spoken.slice(0, 1), 4) });
    await changes.undo();
    talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 4 });
    client.answers.open_conversation = () => talkOf(spoken.slice(0, 1), 4, { name: 'The lodger' });
    talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision: 4 });
    await settled();
    expect(talk.current?.name).toBe('The lodger');
  });
});

it('a deleted conversation gives way to another, and can be brought back', async () => {
  const { client, talk, changes } = await changing({ delete_conversation: () => ({}) });
  client.answers.open_conversation = () => talkOf(spoken.slice(0, 1), 1, { id: 'other' });
  expect(await changes.deleteConversation('sherlock_holmes', 'talk')).toBe(true);
  expect(talk.current?.id).toBe('other');
  expect(changes.removed).toMatchObject({ what: 'conversation', conversationId: 'talk' });
});

describe('an edit of a message that was changed in another window meanwhile', () => {
  async function overtaken(answers: FakeClient['answers'] = {}) {
    let shown = talkOf(spoken, 3);
    const made = await changing({ open_conversation: () => shown, edit_message: () => talkOf(spoken, 9), ...answers });
    const elsewhere = async (text: string, revision: number) => {
      shown = talkOf(spoken.with(2, message(2, text)), revision);
      made.talk.handle({ type: 'conversation_changed', conversation_id: 'talk', revision });
      await settled();
      made.changes.settleEdit();
    };
    made.changes.edit(spoken[2]!);
    return { ...made, elsewhere };
  }

  it('does not write over it, and both are there to choose from', async () => {
    const { client, changes, elsewhere } = await overtaken();
    changes.write('Words of this window');
    await elsewhere('Words of the other', 4);
    expect([changes.changedElsewhere, changes.editing?.text]).toEqual(['Words of the other', 'Words of this window']);
    expect([await changes.saveEdit(), await changes.sendEdit()]).toEqual([false, false]);
    expect(client.inputs('edit_message')).toEqual([]);
    expect(client.inputs('edit_last_message')).toEqual([]);
    changes.keepMyWords();
    expect(changes.changedElsewhere).toBeNull();
    expect(await changes.saveEdit()).toBe(true);
    expect(client.inputs('edit_message')[0]).toMatchObject({ text: 'Words of this window', expected_revision: 4 });
  });

  it('goes on with the other words when the reader takes them', async () => {
    const { changes, elsewhere } = await overtaken();
    changes.write('Words of this window');
    await elsewhere('Words of the other', 4);
    changes.takeOtherWords();
    expect([changes.changedElsewhere, changes.editing?.text]).toEqual([null, 'Words of the other']);
  });

  it('goes on with the new words by itself while nothing was changed here, or the same was written', async () => {
    const { changes, elsewhere } = await overtaken();
    await elsewhere('Words of the other', 4);
    expect([changes.changedElsewhere, changes.editing?.text]).toEqual([null, 'Words of the other']);
    changes.write('The same words');
    await elsewhere('The same words', 5);
    expect([changes.changedElsewhere, changes.editing?.before]).toEqual([null, 'The same words']);
  });

  it('is not saved either when the other change comes while it waits', async () => {
    const waiting = deferred<ConversationView>();
    const two = spoken.with(0, message(0, 'Do come in.', { alternates: 2 }));
    let shown = talkOf(two, 3);
    const { client, changes } = await changing({
      choose_alternate: () => waiting.promise,
      open_conversation: () => shown,
    });
    changes.edit(spoken[2]!);
    changes.write('Words of this window');
    void changes.turnOver('m0', 1);
    const saved = changes.saveEdit();
    shown = talkOf(two.with(2, message(2, 'Words of the other')), 5);
    waiting.resolve(shown);
    expect(await saved).toBe(false);
    expect(client.inputs('edit_message')).toEqual([]);
    expect(changes.changedElsewhere).toBe('Words of the other');
  });
});
