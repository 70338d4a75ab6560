import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CharacterSummary } from '../../api/generated/CharacterSummary';
import CastList from './CastList.svelte';
import Finder from './Finder.svelte';
import NobodyHere from './NobodyHere.svelte';
import { moveBy } from './roving';

const now = new Date(2026, 10, 29, 21, 30).getTime();

function character(id: string, more: Partial<CharacterSummary> = {}): CharacterSummary {
  return {
    id,
    name: id.toUpperCase(),
    categories: [],
    description: `About ${id}`,
    portrait: null,
    last_words: null,
    last_at: null,
    broken: null,
    own: false,
    gone: null,
    ...more,
  };
}

const broken = character('b', { broken: { file: 'b.json', path: '$.name', reason: 'must not be empty' } });
const cast = [character('a', { last_words: 'Come in.', last_at: now }), broken, character('c'), character('d')];

function show(characters = cast, currentId: string | null = null) {
  const onopen = vi.fn();
  const portrait = () => null;
  const list = render(CastList, { characters, currentId, now, portrait, onopen });
  return { onopen, ...list };
}

afterEach(() => vi.restoreAllMocks());

const stops = () => screen.getAllByRole('button').filter((row) => row.tabIndex === 0);
const focused = () => document.activeElement?.textContent ?? '';

describe('the cast', () => {
  it('is one stop of the Tab key: the current character, else the first', async () => {
    const { rerender } = show();
    expect(stops().map((row) => row.textContent?.includes('About a'))).toEqual([true]);
    await rerender({ currentId: 'd' });
    expect(stops().map((row) => row.textContent?.includes('About d'))).toEqual([true]);
    expect(stops()[0]?.getAttribute('aria-current')).toBe('true');
  });

  it('has a menu for the reader’s own characters, of which the Tab key stops at the current one', async () => {
    show([character('a', { own: true }), character('b', { own: true }), character('c')]);
    const menus = () => screen.getAllByRole('button', { name: /: more$/ });
    expect(menus().map((menu) => [menu.getAttribute('aria-label'), menu.tabIndex])).toEqual([
      ['A: more', 0],
      ['B: more', -1],
    ]);
    stops()[0]?.focus();
    await fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(focused()).toContain('About b');
    expect(menus().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
  });

  it('shows who is gone with what was said last', () => {
    const gone = { name: 'Mara Voss', trash_id: 'bin' };
    show([character('mara', { name: 'Mara Voss', description: '', last_words: 'Open the door.', own: true, gone })]);
    const row = screen.getAllByRole('button')[0]!;
    expect(row.textContent).toContain('In the trash');
    expect(row.textContent).toContain('Open the door.');
  });

  it('moves the focus by arrows, Home and End, and stops at its ends', async () => {
    show();
    stops()[0]?.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    await press('ArrowUp');
    expect(focused()).toContain('About a');
    await press('End');
    expect(focused()).toContain('About d');
    await press('ArrowUp');
    expect(focused()).toContain('About c');
    expect(stops()).toEqual([document.activeElement]);
    await press('Home');
    expect(focused()).toContain('About a');
  });

  // Nothing is laid out in tests: every row has its usual height of 76 pixels, and the rail is as high as said here.
  const many = Array.from({ length: 1000 }, (_, index) => character(`x${index}`));
  const drawn = (container: HTMLElement) => [...container.querySelectorAll('li')].map((row) => row.dataset['id']);
  const scrollTo = async (container: HTMLElement, top: number) => {
    container.scrollTop = top;
    await fireEvent.scroll(container);
  };

  it('has only the rows in sight and around it in the page, and the one that the Tab key stops at', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    const { container } = show(many);
    expect(drawn(container)).toEqual(many.slice(0, 14).map(({ id }) => id));
    await scrollTo(container, 500 * 76);
    expect(drawn(container).slice(0, 2)).toEqual(['x0', 'x492']);
    expect(drawn(container).at(-1)).toBe('x513');
    const row = container.querySelector<HTMLElement>('[data-id=x500]');
    expect(['aria-posinset', 'aria-setsize'].map((name) => row?.getAttribute(name))).toEqual(['501', '1000']);
    expect(row?.style.getPropertyValue('inset-block-start')).toBe('38000px');
  });

  it('moves the focus to rows that were not in the page yet', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    const { container } = show(many);
    stops()[0]?.focus();
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    await press('End');
    expect(focused()).toContain('About x999');
    expect(container.scrollTop).toBe(1000 * 76 - 400);
    await press('ArrowUp');
    expect(focused()).toContain('About x998');
    await press('Home');
    expect(focused()).toContain('About x0');
    expect(container.scrollTop).toBe(0);
  });

  it('keeps the current row in sight when it goes to the top, and stays where it is when that row was out of sight', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
    const { container, rerender } = show(many, 'x20');
    const first = (id: string) => [...many].sort((one, other) => Number(other.id === id) - Number(one.id === id));
    await scrollTo(container, 19 * 76);
    await rerender({ characters: first('x20') });
    expect(container.scrollTop).toBe(0);
    await rerender({ characters: many });
    await scrollTo(container, 500 * 76);
    await rerender({ characters: first('x20') });
    expect(container.scrollTop).toBe(500 * 76);
  });

  it('leaves keys with a modifier to the system', async () => {
    show();
    stops()[0]?.focus();
    await fireEvent.keyDown(document.activeElement as Element, { key: 'End', ctrlKey: true });
    expect(focused()).toContain('About a');
  });

  it('keeps a stop when the character that had the focus is searched away', async () => {
    const { rerender } = show();
    screen.getAllByRole('button')[3]?.focus();
    await rerender({ characters: cast.slice(0, 2) });
    expect(stops()).toHaveLength(1);
  });

  it('opens a character by a click', async () => {
    const { onopen } = show();
    await fireEvent.click(screen.getAllByRole('button')[2] as HTMLElement);
    expect(onopen.mock.calls).toEqual([['c']]);
  });

  it('shows a broken character with file, place and reason, lets it be read and not be opened', async () => {
    const { onopen } = show();
    const row = screen.getAllByRole('button')[1] as HTMLElement;
    expect(row.textContent?.replace(/\s+/g, ' ')).toContain('b.json cannot be used. At $.name: must not be empty');
    expect(row.getAttribute('aria-disabled')).toBe('true');
    row.focus();
    expect(document.activeElement).toBe(row);
    await fireEvent.click(row);
    expect(onopen).not.toHaveBeenCalled();
  });

  it('shows the last words and their time, or that they have not met', () => {
    show();
    const [met, , unmet] = screen.getAllByRole('button') as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    expect(within(met).getByText('Come in.')).toBeTruthy();
    expect(met.querySelector('time')?.textContent).toMatch(/9:30|21:30/);
    expect(within(unmet).getByText('Not met yet')).toBeTruthy();
    expect(unmet.querySelector('time')).toBeNull();
  });

  it('shows names as text, whatever they hold', () => {
    const { container } = show([character('x', { name: '<img src=x onerror=alert(1)>' })]);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
  });
});

describe('where a key moves to', () => {
  it.each([
    ['PageDown', 0, 1000, 8],
    ['PageDown', 998, 1000, 999],
    ['PageUp', 3, 1000, 0],
    ['Enter', 3, 1000, null],
    ['Home', 0, 0, null],
  ])('%s from %i of %i: %s', (key, from, count, to) => expect(moveBy(key, from, count)).toBe(to));
});

describe('the finder', () => {
  const props = () => ({
    categories: [
      { name: '', characters: 1 },
      { name: 'Gothic', characters: 2 },
    ],
    category: null,
    query: '',
    oncategory: vi.fn(),
    onquery: vi.fn(),
    ondown: vi.fn(),
  });

  it('offers all, then each category with its number, also one without a name', async () => {
    const all = props();
    render(Finder, all);
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' });
    expect([...select.options].map((option) => option.label)).toEqual(['All characters', '(1)', 'Gothic (2)']);
    // The arrow stands beside the word in every browser: the chosen word makes the width, not the longest one.
    expect(select.parentElement?.dataset['shown']).toBe('All characters');
    for (const value of ['=Gothic', '=', '']) await fireEvent.change(select, { target: { value } });
    expect(all.oncategory.mock.calls).toEqual([['Gothic'], [''], [null]]);
  });

  it('passes on what is written, and goes down into the list', async () => {
    const all = props();
    render(Finder, all);
    const search = screen.getByRole('searchbox', { name: 'Search characters and words' });
    await fireEvent.input(search, { target: { value: 'hol' } });
    expect(all.onquery.mock.lastCall).toEqual(['hol']);
    await fireEvent.keyDown(search, { key: 'ArrowDown', isComposing: true });
    expect(all.ondown).not.toHaveBeenCalled();
    await fireEvent.keyDown(search, { key: 'ArrowDown' });
    expect(all.ondown).toHaveBeenCalledTimes(1);
  });
});

describe('an empty list', () => {
  it('says why it is empty and leads out of it', async () => {
    const state = { characters: cast, category: 'Gothic' as string | null, query: 'zzz' };
    const onclear = vi.fn();
    render(NobodyHere, { cast: state, onclear });
    await fireEvent.click(screen.getByRole('button', { name: 'Look among all characters' }));
    expect(state.category).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(onclear).toHaveBeenCalledTimes(1);
  });

  it('teaches how characters come in when there are none', () => {
    render(NobodyHere, { cast: { characters: [], category: null, query: '' }, onclear: () => {} });
    expect(screen.getByText('There are no characters yet.')).toBeTruthy();
  });
});
