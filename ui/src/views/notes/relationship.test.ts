import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Axis } from '../../api/generated/Axis';
import type { MemoryView } from '../../api/generated/MemoryView';
import { letDialogsOpen } from '../../components/dialog.testing';
import { t, use } from '../../i18n/index.svelte';
import { MemoryState } from '../../state/memory.svelte';
import type { FakeClient } from '../../testing/fakeClient';
import { axis, development, remembered } from '../../testing/memories';
import { opened, settled } from '../../testing/turns';
import Within from '../../testing/Within.svelte';
import { changeOf, phraseOf } from './phrases';
import RelationshipPart from './RelationshipPart.svelte';

beforeEach(letDialogsOpen);
afterEach(() => use('en'));

const moved = remembered({
  relationship: [
    axis('trust', {
      level: 1,
      events: [development('She brought the ticket.', 2), development('She hid a letter.', -1)],
    }),
    axis('familiarity'),
    axis('romance', { enabled: true, level: -1, events: [development('He asked her to sit.')] }),
    axis('attraction'),
  ],
});

async function part(view: MemoryView = moved, answers: FakeClient['answers'] = {}) {
  const { client, state: talk } = await opened({ get_memory: () => view, ...answers });
  const memory = new MemoryState(client, talk);
  const shown = render(Within, { client, component: RelationshipPart, conversation: talk, memory });
  await settled();
  return { client, memory, ...shown };
}

const region = (name: string) => screen.getByRole('region', { name });
const inDialog = (name: string) => {
  const dialog = screen.getByRole('alertdialog', { hidden: true });
  return fireEvent.click([...dialog.querySelectorAll('button')].find((b) => b.textContent?.trim() === name)!);
};

describe('a phrase', () => {
  const axes: Axis[] = ['trust', 'familiarity', 'romance', 'attraction'];

  it.each(['en', 'tr'])('is another one for each level of each axis in %s, and holds no number', (language) => {
    use(language);
    for (const name of axes) {
      const levels = name === 'familiarity' ? [0, 1, 2, 3] : [-3, -2, -1, 0, 1, 2, 3];
      const words = levels.map((level) => t(phraseOf(name, level)));
      expect(new Set(words).size).toBe(levels.length);
      expect(words.join(' ')).not.toMatch(/\d/);
    }
  });

  it('stays within its range, whatever comes', () => {
    expect(phraseOf('familiarity', -3)).toBe('familiarityEven');
    expect(phraseOf('trust', 9)).toBe('trustHighest');
    expect(phraseOf('trust', -9)).toBe('trustLowest');
  });

  it('tells which way a development went, and how far', () => {
    expect([-2, -1, 1, 2].map(changeOf)).toEqual(['axisWanedMuch', 'axisWaned', 'axisGrew', 'axisGrewMuch']);
  });
});

describe('the relationship', () => {
  it('shows a phrase, the reason of the last change and a small history', async () => {
    await part();
    const trust = region('Trust');
    expect(within(trust).getByText('Believes what you say, not yet what you leave out')).toBeTruthy();
    expect(within(trust).getByText('She brought the ticket.')).toBeTruthy();
    expect(within(trust).getByText('grew')).toBeTruthy();
    const history = within(trust).getByText('How it came to this').closest('details')!;
    expect(history.open).toBe(false);
    expect(history.textContent).toContain('She hid a letter.');
    expect(history.textContent).toContain('waned a little');
    expect(history.textContent).not.toContain('She brought the ticket.');
    expect(within(region('Familiarity')).getByText('Nothing has moved it yet.')).toBeTruthy();
  });

  it('shows no scores', async () => {
    const { container } = await part();
    const words = container.textContent?.replace(/message 2|\d+ \w+/g, '') ?? '';
    expect(words).not.toMatch(/\d/);
    expect(container.querySelector('progress, meter, [role=progressbar], [role=meter]')).toBeNull();
  });

  it('leads to the turn of a development', async () => {
    await part();
    expect(within(region('Trust')).getAllByRole('button', { name: 'Go to message 2' })).toHaveLength(2);
  });

  it('takes up an optional axis at once, and drops one only after a question', async () => {
    const { client } = await part(moved, { change_relationship_axis: () => ({ ...moved, memory_revision: 2 }) });
    const attraction = screen.getByRole<HTMLInputElement>('switch', { name: 'Attraction' });
    expect(attraction.checked).toBe(false);
    await fireEvent.click(attraction);
    await settled();
    expect(client.inputs('change_relationship_axis')[0]).toMatchObject({ axis: 'attraction', enabled: true });

    const romance = screen.getByRole<HTMLInputElement>('switch', { name: 'Romantic closeness' });
    await fireEvent.click(romance);
    expect(romance.checked).toBe(true);
    expect(screen.getByText(/deleted, in all conversations with Sherlock Holmes/)).toBeTruthy();
    await inDialog('Cancel');
    expect(client.inputs('change_relationship_axis')).toHaveLength(1);
    await fireEvent.click(romance);
    await inDialog('Switch off');
    await settled();
    expect(client.inputs('change_relationship_axis')[1]).toMatchObject({ axis: 'romance', enabled: false });
  });

  it('says of an axis that is off only that it is', async () => {
    await part();
    const attraction = region('Attraction');
    expect(attraction.textContent).toContain('does not develop in this direction');
    expect(within(attraction).queryAllByRole('button')).toEqual([]);
  });

  it('is locked and unlocked', async () => {
    const locked = { ...moved, memory_revision: 2, relationship: [axis('trust', { locked: true })] };
    const { client } = await part(moved, { change_relationship_axis: () => locked });
    await fireEvent.click(screen.getByRole('button', { name: 'Lock: Trust' }));
    await settled();
    expect(client.inputs('change_relationship_axis')[0]).toMatchObject({ axis: 'trust', enabled: null, locked: true });
    expect(screen.getByText('Locked: it stays as it is.')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Trust is locked.');
    expect(screen.getByRole('button', { name: 'Unlock: Trust' })).toBeTruthy();
  });

  it('begins anew only after a question', async () => {
    const { client } = await part(moved, {
      reset_relationship_axis: () => ({ ...moved, memory_revision: 2, relationship: [axis('trust')] }),
    });
    expect(screen.queryByRole('button', { name: 'Begin anew: Familiarity' })).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Begin anew: Trust' }));
    expect(document.activeElement?.textContent?.trim()).toBe('Cancel');
    expect(client.inputs('reset_relationship_axis')).toEqual([]);
    await inDialog('Begin anew');
    await settled();
    expect(client.inputs('reset_relationship_axis')[0]).toMatchObject({ axis: 'trust', memory_revision: 1 });
    expect(screen.getByText('Has an open mind about you')).toBeTruthy();
  });
});
