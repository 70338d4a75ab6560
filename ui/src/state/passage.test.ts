import { describe, expect, it } from 'vitest';

import type { ListMessages } from '../api/generated/ListMessages';
import { FakeClient } from '../testing/fakeClient';
import { conversation, message } from '../testing/messages';
import { started } from '../testing/turns';
import { ConversationState } from './conversation.svelte';

const TOTAL = 1000;
const all = Array.from({ length: TOTAL }, (_, position) => message(position, `Said ${position}`));

function pageOf({ before = all.length, limit }: Pick<ListMessages, 'before' | 'limit'>) {
  const end = Math.min(before, all.length);
  return { messages: all.slice(Math.max(0, end - limit), end), total: all.length };
}

async function opened() {
  const client = new FakeClient({
    open_conversation: () => conversation(all, { page: pageOf({ limit: 60 }), revision: 7 }),
    list_messages: (input) => pageOf(input),
  });
  const talk = new ConversationState(client);
  await talk.open('sherlock_holmes');
  client.calls.length = 0;
  return { client, talk };
}

const range = (talk: ConversationState) => [talk.messages[0]?.position, talk.messages.at(-1)?.position, talk.later];
const withoutGaps = ({ messages }: ConversationState) =>
  messages.every(({ position }, index) => position === messages[0]!.position + index);

describe('going to a message', () => {
  it('that is loaded reads nothing', async () => {
    const { client, talk } = await opened();
    await talk.goTo(950);
    expect([client.calls, talk.wanted]).toEqual([[], { position: 950 }]);
  });

  it('a little before the loaded ones stays joined to the end', async () => {
    const { client, talk } = await opened();
    await talk.goTo(900);
    expect([range(talk), withoutGaps(talk), client.calls.length]).toEqual([[860, 999, 0], true, 1]);
  });

  it('far away shows the passage around it, with one reading', async () => {
    const { client, talk } = await opened();
    await talk.goTo(300);
    expect([range(talk), withoutGaps(talk), client.calls.length]).toEqual([[260, 359, 640], true, 1]);
    expect([talk.total, talk.unanswered, talk.wanted]).toEqual([TOTAL, false, { position: 300 }]);
  });

  it('near the beginning shows the beginning', async () => {
    const { talk } = await opened();
    await talk.goTo(3);
    expect(range(talk)[0]).toBe(0);
  });

  it('reads on downwards until the end is reached', async () => {
    const { talk } = await opened();
    await talk.goTo(750);
    for (let turn = 0; turn < 4; turn++) await talk.loadLater();
    expect([range(talk), withoutGaps(talk), talk.total]).toEqual([[710, 999, 0], true, TOTAL]);
  });

  it('back to the last one leaves the passage', async () => {
    const { talk } = await opened();
    await talk.goTo(300);
    await talk.goTo(TOTAL - 1);
    expect([talk.messages.at(-1)?.position, talk.later]).toEqual([999, 0]);
  });

  it('and sending from there shows the words at the end', async () => {
    const { client, talk } = await opened();
    client.answers.send_message = () => new Promise<typeof started>(() => undefined);
    client.answers.save_draft = () => ({});
    await talk.goTo(300);
    void talk.send('I walked.');
    await new Promise((resolve) => setTimeout(resolve));
    expect([talk.messages.at(-1)?.text, talk.messages.at(-1)?.position, talk.later]).toEqual(['I walked.', 1000, 0]);
    expect([withoutGaps(talk), client.inputs('send_message')[0]?.expected_revision]).toEqual([true, 7]);
  });

  it('is not disturbed by what is said behind it', async () => {
    const { talk } = await opened();
    await talk.goTo(300);
    talk.handle({
      type: 'turn_started',
      conversation_id: 'talk',
      user: message(1000, 'From another window'),
      reply: message(1001, '', { id: 'm1001', role: 'character', state: 'streaming' }),
      revision: 8,
    });
    talk.handle({
      type: 'turn_delta',
      conversation_id: 'talk',
      message_id: 'm1001',
      from: 0,
      spans: [{ kind: 'speech', text: 'A' }],
    });
    expect([range(talk), talk.total, talk.turn]).toEqual([[260, 359, 642], 1002, 'writing']);
  });
});
