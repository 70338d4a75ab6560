import { describe, expect, it } from 'vitest';

import { ApiError } from '../api/client';
import { deferred, type FakeClient } from '../testing/fakeClient';
import { sent } from '../testing/memories';
import { conversation, message } from '../testing/messages';
import { committed, greeting, opened, settled } from '../testing/turns';
import { InspectionState } from './inspection.svelte';

const reply = message(2, 'A sailor.', { alternate: 1 });

async function inspection(answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({ get_prompt_record: () => sent(), ...answers });
  const state = new InspectionState(client, talk);
  const end = state.watch();
  await settled();
  return { client, talk, state, end };
}

describe('what was sent', () => {
  it('is that of the last request, and follows every new one', async () => {
    const { client, state, end } = await inspection();
    expect(client.inputs('get_prompt_record')).toEqual([
      { conversation_id: 'talk', message_id: null, alternate: null },
    ]);
    expect(state.record?.model).toBe('Qwen3 4B');
    client.answers.get_prompt_record = () => sent({ model: 'Another' });
    state.handle(committed);
    await settled();
    expect(state.record?.model).toBe('Another');
    end();
    state.handle(committed);
    expect(client.inputs('get_prompt_record')).toHaveLength(2);
  });

  it('for a reply is that of the alternate that is shown, and takes the focus once', async () => {
    const { client, state } = await inspection();
    state.inspect(reply);
    expect(state.loaded).toBe(false);
    await settled();
    expect(client.inputs('get_prompt_record').at(-1)).toMatchObject({ message_id: 'm2', alternate: 1 });
    expect([state.takeFocus(), state.takeFocus()]).toEqual([true, false]);
    state.inspectLast();
    await settled();
    expect(state.reply).toBeNull();
    expect(client.inputs('get_prompt_record').at(-1)).toMatchObject({ message_id: null });
  });

  it('may not be kept any more', async () => {
    const { state } = await inspection({ get_prompt_record: () => null });
    expect([state.loaded, state.record]).toEqual([true, null]);
  });

  it('for a reply is not shown in another conversation, nor an answer that comes late', async () => {
    const { client, talk, state } = await inspection();
    const late = deferred<ReturnType<typeof sent>>();
    client.answers.get_prompt_record = () => late.promise;
    state.inspect(reply);
    client.answers.open_conversation = () => conversation([greeting], { id: 'second' });
    await talk.open('sherlock_holmes', 'second');
    late.resolve(sent());
    await settled();
    expect([state.reply, state.loaded, state.record]).toEqual([null, false, null]);
  });

  it('that could not be read says why', async () => {
    const { state } = await inspection({ get_prompt_record: () => Promise.reject(new ApiError('storage_error', '')) });
    expect(state.error?.code).toBe('storage_error');
  });
});
