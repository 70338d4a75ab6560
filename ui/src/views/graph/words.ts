// What stands in the picture as words: names of communities, titles of memories. Which of them, and where.
import { toWindow, type Camera, type Size } from './camera';
import type { Model } from './model';
import type { Placed } from './places.svelte';

/** A name of a community with the places where it may stand, in units of the picture, the best first. */
export interface NamePlace {
  text: string;
  members: readonly number[];
  places: { x: number; y: number }[];
}

/** Between two memories there must be so many pixels before they have titles. */
const ROOM_FOR_TITLES = 46;
export const TITLES_AT_MOST = 14;

/** Where the names of the communities may stand: above the middle of each, else earlier or later in its time. */
export function namePlaces({ model, x, y }: Placed): NamePlace[] {
  return model.communityNames.flatMap(({ community, tag }) => {
    if (tag === '') return [];
    const members: number[] = [];
    model.communities.forEach((other, index) => other === community && members.push(index));
    members.sort((one, other) => x[one]! - x[other]!);
    const places = [0.5, 0.25, 0.75].map((part) => {
      const middle = Math.floor(part * (members.length - 1));
      const reach = Math.max(6, members.length >> 4);
      const around = members.slice(Math.max(0, middle - reach), middle + reach + 1).map((index) => y[index]!);
      return { x: x[members[middle]!]!, y: Math.min(...around) };
    });
    return [{ text: tag, members, places }];
  });
}

/** Whether the memories stand far enough apart to have titles of their own. */
export function areNear(camera: Camera): boolean {
  return Math.sqrt(camera.zoomX * camera.zoomY) >= ROOM_FOR_TITLES;
}

/** The memories in sight: those of a high priority first, then the newest. The first of them are worth a title. */
export function inSight({ nodes }: Model, places: Placed, mask: Uint8Array, camera: Camera, size: Size): number[] {
  const seen: number[] = [];
  for (let index = 0; index < nodes.length; index++) {
    if (!mask[index]) continue;
    const { x, y } = toWindow(camera, size, { x: places.x[index]!, y: places.y[index]! });
    if (x > 0 && y > 0 && x < size.width && y < size.height) seen.push(index);
  }
  const rank = (index: number) => nodes[index]!.priority;
  return seen.sort((one, other) => rank(other) - rank(one) || other - one);
}

/** Rectangles that are taken already, so that no words stand upon others. */
export class Room {
  readonly #taken: [left: number, top: number, right: number, bottom: number][] = [];

  /** Takes a rectangle in any case. */
  block(left: number, top: number, width: number, height: number): void {
    this.#taken.push([left, top, left + width, top + height]);
  }

  /** Takes a rectangle, if it is free and within the width; false when it is not. */
  take(left: number, top: number, width: number, height: number, within: number): boolean {
    const [right, bottom] = [left + width, top + height];
    if (left < 2 || right > within - 2) return false;
    if (this.#taken.some(([l, t, r, b]) => left < r && right > l && top < b && bottom > t)) return false;
    this.#taken.push([left, top, right, bottom]);
    return true;
  }
}

/** A title short enough to stand in the picture. */
export function shortened(title: string, most: number): string {
  const letters = [...title];
  if (letters.length <= most) return title;
  const cut = letters.slice(0, most).join('');
  const space = letters[most] === ' ' ? cut.length : cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s\p{P}]+$/u, '')}…`;
}
