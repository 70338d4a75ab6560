import { describe, expect, it } from 'vitest';

import { ApiError } from '../api/client';
import { FakeClient } from '../testing/fakeClient';
import { conversation } from '../testing/messages';
import { greeting, opened } from '../testing/turns';
import { PersonasState } from './personas.svelte';

const clara = { id: 'clara', name: 'Clara', description: 'Teaches the piano', picture: null };
const watson = { id: 'watson', name: 'Watson', description: '', picture: null };

async function played(answers: FakeClient['answers'] = {}) {
  let persona: typeof clara | null = clara;
  let language = '';
  const view = () => conversation([greeting], { persona, language });
  const { client, state: talk } = await opened({
    open_conversation: view,
    list_personas: () => [clara, watson],
    apply_persona: ({ persona_id }) => {
      persona = [clara, watson].find(({ id }) => id === persona_id) ?? null;
      return view();
    },
    set_conversation_language: (input) => {
      language = input.language;
      return view();
    },
    ...answers,
  });
  const personas = new PersonasState(client, talk);
  await personas.load();
  return { client, talk, personas };
}

describe('personas', () => {
  it('tell whom the reader plays, and the others', async () => {
    const { personas } = await played();
    expect([personas.applied?.id, personas.others.map(({ id }) => id)]).toEqual(['clara', ['watson']]);
  });

  it('are applied to the open conversation, or none is', async () => {
    const { client, talk, personas } = await played();
    await personas.apply('watson');
    expect([talk.current?.persona?.id, personas.applied?.id]).toEqual(['watson', 'watson']);
    await personas.apply(null);
    expect(personas.applied).toBeNull();
    expect(client.inputs('apply_persona').at(-1)).toEqual({ conversation_id: 'talk', persona_id: null });
  });

  it('leave what is typed alone', async () => {
    const { talk, personas } = await played({ save_draft: () => ({}) });
    talk.draft = 'half a sen';
    await personas.apply('watson');
    expect(talk.draft).toBe('half a sen');
  });

  it('refuse in an error that the form can show, and change nothing', async () => {
    const refused = () => Promise.reject(new ApiError('busy', 'busy'));
    const { personas } = await played({ apply_persona: refused, save_persona: refused });
    await expect(personas.apply('watson')).rejects.toMatchObject({ code: 'busy' });
    await expect(personas.save({ name: 'X', description: '' })).rejects.toMatchObject({ code: 'busy' });
    expect([personas.applied?.id, personas.personas.length]).toEqual(['clara', 2]);
  });

  it('keep those shown when they cannot be read', async () => {
    const { client, personas } = await played();
    client.answers.list_personas = () => Promise.reject(new ApiError('unreachable', ''));
    await personas.load();
    expect([personas.personas.length, personas.error?.code]).toEqual([2, 'unreachable']);
  });

  it('give a conversation a language of its own', async () => {
    const { client, talk, personas } = await played();
    await personas.speak('ar');
    expect(talk.current?.language).toBe('ar');
    expect(client.inputs('set_conversation_language')).toEqual([{ conversation_id: 'talk', language: 'ar' }]);
  });
});
