// The colours of the picture, from the tokens of the theme.
import { HUES } from './model';
import type { Colour, Palette } from './painter';

/** The tokens of the groups; the last one is for what has no colour of its own. */
export const hueTokens: readonly string[] = [
  ...Array.from({ length: HUES }, (_, hue) => `--hue-${hue + 1}`),
  '--ink-3',
];

/** Reads the colours as they are now. `ground` is the token of what the picture lies on. */
export function paletteOf(element: Element, ground: string): Palette {
  const style = getComputedStyle(element);
  const colour = (token: string) => colourOf(style.getPropertyValue(token));
  return { hues: hueTokens.map(colour), edge: colour('--edge'), ground: colour(ground) };
}

/** Red, green and blue from 0 to 1 of a colour as the tokens have it: `#rrggbb` or `#rgb`. */
export function colourOf(token: string): Colour {
  const digits = token.trim().replace(/^#/, '');
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const number = Number.parseInt(whole, 16) || 0;
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}
