import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it } from 'vitest';
import { initials, portraitSize, tintOf, tints } from './plate';
import Plate from './Plate.svelte';

describe('the letters of a plate', () => {
  it.each([
    ['Ágnes Varga', 'ÁV'],
    ['Sherlock', 'S'],
    ['Charles de Montesquieu', 'CM'],
    ['  “The” Hatter  ', 'TH'],
    ['شهرزاد', 'ش'],
    ['7 of 9', '79'],
    ['🙂 Ada', 'A'],
    ['— —', ''],
    ['', ''],
  ])('%j are %j', (name, letters) => expect(initials(name)).toBe(letters));
});

describe('the tint', () => {
  it('is always the same for an id, and uses all of them', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `character_${index}`);
    expect(new Set(ids.map(tintOf)).size).toBe(tints);
    expect(ids.map(tintOf)).toEqual(ids.map(tintOf));
    expect(Math.min(...ids.map(tintOf))).toBe(1);
  });
});

describe('a plate', () => {
  const props = { id: 'agnes_varga', name: 'Ágnes Varga', src: '/portraits/agnes_varga?v=1' };

  it('says nothing beside the name', () => {
    const { container } = render(Plate, props);
    expect(container.querySelector('img')?.getAttribute('alt')).toBe('');
  });

  it('shows letters without a portrait', () => {
    const { container } = render(Plate, { ...props, src: null });
    expect(container.textContent?.trim()).toBe('ÁV');
    expect(container.querySelector('[aria-hidden="true"]')).toBeTruthy();
  });

  it('shows letters when the portrait cannot be fetched, and tries another one', async () => {
    const { container, rerender } = render(Plate, props);
    await fireEvent.error(container.querySelector('img') as HTMLImageElement);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent?.trim()).toBe('ÁV');
    await rerender({ ...props, src: '/portraits/agnes_varga?v=2' });
    expect(container.querySelector('img')).toBeTruthy();
  });

  it('has a name where none stands beside it', () => {
    render(Plate, { ...props, src: null, alt: 'Ágnes Varga' });
    expect(screen.getByRole('img', { name: 'Ágnes Varga' })).toBeTruthy();
  });

  it('takes the drawing that was made for its size', () => {
    expect(([32, 40, 44, 72, 96, 160] as const).map(portraitSize)).toEqual([32, 32, 32, 64, 64, 160]);
  });
});
