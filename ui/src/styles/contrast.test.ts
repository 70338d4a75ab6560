import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');

/** The colours of a theme, by token. */
function colours(theme: 'light' | 'dark'): Record<string, string> {
  const block = new RegExp(`\\[data-theme='${theme}'\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
  );
}

/** Relative luminance of a colour, as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['desk', 'desk-on', 'page', 'leaf', 'tint'];
const pairs: [text: string, ground: string, least: number][] = [
  ...['ink', 'ink-2', 'ink-3', 'accent'].flatMap((text) =>
    grounds.map((ground): [string, string, number] => [text, ground, 4.5]),
  ),
  ...['desk', 'page', 'leaf', 'danger-wash'].map((ground): [string, string, number] => ['danger', ground, 4.5]),
  ...['page', 'leaf', 'caution-wash'].map((ground): [string, string, number] => ['caution', ground, 4.5]),
  ['ink', 'danger-wash', 4.5],
  ['ink-2', 'danger-wash', 4.5],
  ...['ink', 'ink-2', 'ink-3', 'accent'].map((text): [string, string, number] => [text, 'accent-wash', 4.5]),
  ...Array.from({ length: 8 }, (_, hue) => `hue-${hue + 1}`).flatMap((hue) =>
    ['desk', 'page', 'leaf'].map((ground): [string, string, number] => [hue, ground, 4.5]),
  ),
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['on-danger', 'danger', 4.5],
  ['page', 'ink', 4.5],
  ...['desk', 'page', 'leaf', 'tint'].map((ground): [string, string, number] => ['edge', ground, 3]),
];

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const known = colours(theme);

  it.each(pairs)('shows %s on %s with enough contrast', (text, ground, least) => {
    const [one, other] = [known[text], known[ground]];
    expect(one && other, 'both colours are tokens').toBeTruthy();
    expect(contrast(one as string, other as string)).toBeGreaterThanOrEqual(least);
  });
});
