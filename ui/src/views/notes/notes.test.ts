// The blobs of the tests' document cannot be read; those of Node can.
import { Blob as ReadableBlob } from 'node:buffer';

import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '../../api/client';
import { letDialogsOpen } from '../../components/dialog.testing';
import { PersonasState } from '../../state/personas.svelte';
import type { FakeClient } from '../../testing/fakeClient';
import { conversation } from '../../testing/messages';
import { greeting, opened } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import PersonaPart from './PersonaPart.svelte';
import { readPicture } from './picture';

beforeEach(letDialogsOpen);

const clara = { id: 'clara', name: 'Clara Whitlock', description: 'Teaches the piano', picture: 'v1' };
const watson = { id: 'watson', name: 'Dr John Watson', description: '', picture: null };
const view = conversation([greeting], { persona: clara });

async function part(answers: FakeClient['answers'] = {}) {
  const { client, state } = await opened({ list_personas: () => [clara, watson], ...answers }, view);
  const personas = new PersonasState(client, state);
  await personas.load();
  render(Within, { client, component: PersonaPart, conversation: state, personas });
  return { client, state };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const write = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe('the persona part', () => {
  it('says whom the reader plays, and whom else they could play', async () => {
    await part();
    expect(screen.getByRole('heading', { name: 'Clara Whitlock' })).toBeTruthy();
    expect(screen.getByText('Teaches the piano')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Play Dr John Watson/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Play Yourself/ })).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/personas/clara?v=v1');
  });

  it('plays another one, and moves the focus to who is played now', async () => {
    const { client } = await part({ apply_persona: () => view });
    client.answers.open_conversation = () => ({ ...view, persona: watson });
    await press(/^Play Dr John Watson/);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Dr John Watson'));
    expect(client.inputs('apply_persona')).toEqual([{ conversation_id: 'talk', persona_id: 'watson' }]);
  });

  it('tells beside the list what was refused', async () => {
    await part({ apply_persona: () => Promise.reject(new ApiError('busy', '')) });
    await press(/^Play Yourself/);
    expect((await screen.findByRole('alert')).textContent).toContain('A reply is still being written');
  });

  it('adds one, but not without a name', async () => {
    const { client } = await part({ save_persona: (input) => ({ ...watson, ...input, id: 'new', picture: null }) });
    await press(/^New persona/);
    await press('Save');
    expect(screen.getByText('Give the persona a name.')).toBeTruthy();
    expect(client.inputs('save_persona')).toEqual([]);
    await write('Name', '  Ishmael ');
    await press('Save');
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
    expect(client.inputs('save_persona')).toEqual([{ name: 'Ishmael', description: '' }]);
  });

  it('keeps a form that could not be saved, with what was written', async () => {
    await part({ save_persona: () => Promise.reject(new ApiError('storage_full', '')) });
    await press('Edit');
    await write('Who they are', 'Somebody else');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full');
    expect((screen.getByLabelText('Who they are') as HTMLTextAreaElement).value).toBe('Somebody else');
  });

  it('does not take a description that is too long', async () => {
    const { client } = await part();
    await press('Edit');
    await write('Who they are', '𝒜'.repeat(4001));
    expect(screen.getByText(/^1 character too long/)).toBeTruthy();
    await press('Save');
    expect(client.inputs('save_persona')).toEqual([]);
  });

  it('removes one only after a question that starts on the harmless button', async () => {
    const { client } = await part({ remove_persona: () => ({}) });
    await press('Edit');
    await press('Remove this persona');
    expect(screen.getByRole('alertdialog', { name: 'Remove Clara Whitlock?' })).toBeTruthy();
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    await press('Remove');
    await waitFor(() => expect(client.inputs('remove_persona')).toEqual([{ id: 'clara' }]));
  });

  it('removes the picture with an empty text', async () => {
    const { client } = await part({ save_persona: () => clara });
    await press('Edit');
    await press('Remove the picture');
    await press('Save');
    await waitFor(() => expect(client.inputs('save_persona')[0]).toMatchObject({ id: 'clara', picture: '' }));
  });

  it('offers the fifteen languages by their own names', async () => {
    const { client } = await part({ set_conversation_language: () => view });
    const select = screen.getByLabelText('Language of this conversation') as HTMLSelectElement;
    const names = [...select.options].map(({ text }) => text);
    expect(names).toHaveLength(16);
    expect(names).toEqual(expect.arrayContaining(['Türkçe', 'العربية', '日本語', 'Українська', 'हिन्दी']));
    await fireEvent.change(select, { target: { value: 'ar' } });
    expect(client.inputs('set_conversation_language')).toEqual([{ conversation_id: 'talk', language: 'ar' }]);
  });
});

describe('a picture', () => {
  const blob = (...parts: (string | Uint8Array)[]) => new ReadableBlob(parts) as unknown as Blob;
  const png = (rest = '') => blob(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), rest);

  beforeEach(() => {
    HTMLImageElement.prototype.decode = vi.fn(async () => undefined);
  });

  it('is sent as base64 and shown from memory', async () => {
    expect(await readPicture(png())).toEqual({
      data: 'iVBORw0KGgo=',
      preview: 'data:image/png;base64,iVBORw0KGgo=',
    });
  });

  it.each([
    ['a drawing with code in it', blob('<svg onload="alert(1)"/>'), 'kind'],
    ['nothing', blob(), 'kind'],
    ['more than 2 MB', png('x'.repeat(2 * 1024 * 1024)), 'large'],
  ])('of %s is refused', async (_, file, fault) => expect(await readPicture(file)).toBe(fault));

  it('that cannot be shown is refused', async () => {
    HTMLImageElement.prototype.decode = vi.fn(() => Promise.reject(new Error('broken')));
    expect(await readPicture(png())).toBe('broken');
  });
});
