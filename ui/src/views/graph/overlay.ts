// What is drawn over the memories: the axis of time, the chosen memory with its ties, names and titles.
import { radiusOf, toWindow, type Camera, type Size } from './camera';
import type { Placed } from './places.svelte';
import type { Tick } from './scale';
import { areNear, inSight, Room, shortened, TITLES_AT_MOST, type NamePlace } from './words';

export interface Ink {
  ink: string;
  quiet: string;
  faint: string;
  accent: string;
  ground: string;
  /** Font families for names and for the axis. */
  text: string;
  ui: string;
}

export interface Sight {
  placed: Placed;
  mask: Uint8Array;
  camera: Camera;
  size: Size;
  ink: Ink;
  names: readonly NamePlace[];
  /** What stands at the beginning of the axis; empty when nothing is in sight. */
  lead: string;
  ticks: readonly { tick: Tick; words: string }[];
  /** The memory that is looked at, those it is joined with, and the one under the pointer. */
  chosen: number | null;
  joined: readonly number[];
  hovered: number | null;
  /** Those that came to mind last. */
  recalled: readonly number[];
  /** In a small picture there is room for fewer words. */
  compact: boolean;
}

/** Room for the axis below the memories, in pixels. */
export const AXIS = 26;

/** Where the words at the beginning of the axis begin, and how much room they get, in pixels. */
const LEAD_IN = 10;
export const LEAD = 84;

const BUTTONS = { width: 56, height: 116 };
const CHOICE = { width: 260, height: 40 };

/** Begins a picture with what was painted of the memories, of the same size in device pixels; none leaves it empty. */
export function startOver(context: CanvasRenderingContext2D, painted: HTMLCanvasElement | null): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  if (painted && painted.width > 0 && painted.height > 0) context.drawImage(painted, 0, 0);
}

export function drawOver(context: CanvasRenderingContext2D, sight: Sight, ratio: number): void {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineJoin = 'round';
  drawAxis(context, sight);
  drawRecalled(context, sight);
  drawChosen(context, sight);
  const room = new Room();
  if (!sight.compact) blockControls(room, sight);
  drawPointed(context, sight, room);
  if (areNear(sight.camera) && !sight.compact) drawTitles(context, sight, room);
  else drawNames(context, sight, room);
}

/** The buttons for larger and smaller lie at one end, the choice of ties at the other. */
function blockControls(room: Room, { camera, size }: Sight): void {
  const [buttons, choice] = camera.way === 1 ? [size.width - BUTTONS.width, 0] : [0, size.width - CHOICE.width];
  room.block(buttons, size.height - AXIS - BUTTONS.height, BUTTONS.width, BUTTONS.height);
  room.block(choice, size.height - AXIS - CHOICE.height, CHOICE.width, CHOICE.height);
}

function pointOf({ placed, camera, size }: Sight, index: number): { x: number; y: number } {
  return toWindow(camera, size, { x: placed.x[index]!, y: placed.y[index]! });
}

function drawAxis(context: CanvasRenderingContext2D, { lead, ticks, size, ink, camera }: Sight): void {
  const top = size.height - AXIS;
  context.fillStyle = ink.ground;
  context.fillRect(0, top, size.width, AXIS);
  context.strokeStyle = ink.faint;
  context.lineWidth = 1;
  context.globalAlpha = 0.45;
  context.beginPath();
  context.moveTo(0, top + 0.5);
  context.lineTo(size.width, top + 0.5);
  for (const { tick } of ticks) {
    context.moveTo(Math.round(tick.x) + 0.5, top);
    context.lineTo(Math.round(tick.x) + 0.5, top + 5);
  }
  context.stroke();
  context.globalAlpha = 0.16;
  context.beginPath();
  for (const { tick } of ticks) {
    context.moveTo(Math.round(tick.x) + 0.5, 0);
    context.lineTo(Math.round(tick.x) + 0.5, top);
  }
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = ink.quiet;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { tick, words } of ticks) {
    context.font = `${tick.unit === 'year' ? 600 : 400} 12px ${ink.ui}`;
    context.fillText(words, tick.x, top + 15);
  }
  context.font = `600 12px ${ink.ui}`;
  context.textAlign = camera.way === 1 ? 'left' : 'right';
  context.fillText(lead, camera.way === 1 ? LEAD_IN : size.width - LEAD_IN, top + 15);
}

/** Rings around what came to mind, the first ones stronger. */
function drawRecalled(context: CanvasRenderingContext2D, sight: Sight): void {
  const { recalled, ink, camera } = sight;
  const radius = radiusOf(camera) + 3;
  context.strokeStyle = ink.accent;
  recalled.forEach((index, rank) => {
    const { x, y } = pointOf(sight, index);
    context.lineWidth = rank < 5 ? 2.5 : 1.5;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.stroke();
  });
}

function drawChosen(context: CanvasRenderingContext2D, sight: Sight): void {
  const { chosen, joined, ink, camera } = sight;
  if (chosen === null) return;
  const from = pointOf(sight, chosen);
  const radius = radiusOf(camera) + 4;
  context.strokeStyle = ink.accent;
  context.lineWidth = 1.4;
  context.beginPath();
  for (const index of joined) {
    const to = pointOf(sight, index);
    const away = Math.hypot(to.x - from.x, to.y - from.y);
    if (away <= radius) continue;
    context.moveTo(from.x + ((to.x - from.x) * radius) / away, from.y + ((to.y - from.y) * radius) / away);
    context.lineTo(to.x, to.y);
  }
  context.stroke();
  context.lineWidth = 2;
  context.beginPath();
  context.arc(from.x, from.y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = ink.accent;
  for (const index of joined) {
    const to = pointOf(sight, index);
    context.beginPath();
    context.arc(to.x, to.y, Math.max(2, radiusOf(camera) * 0.55), 0, 2 * Math.PI);
    context.fill();
  }
}

/** The memory under the pointer says its title. */
function drawPointed(context: CanvasRenderingContext2D, sight: Sight, room: Room): void {
  const { hovered, ink, camera, placed, size } = sight;
  if (hovered === null) return;
  const { x, y } = pointOf(sight, hovered);
  const radius = radiusOf(camera) + 3;
  context.strokeStyle = ink.ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.font = `400 14px ${ink.text}`;
  const words = shortened(placed.model.nodes[hovered]!.title, sight.compact ? 30 : 56);
  const width = context.measureText(words).width + 16;
  const left = Math.min(Math.max(4, x - width / 2), Math.max(4, size.width - width - 4));
  const top = y - radius - 34 > 4 ? y - radius - 34 : y + radius + 8;
  room.block(left, top, width, 27);
  context.fillStyle = ink.ink;
  context.beginPath();
  context.roundRect(left, top, width, 27, 4);
  context.fill();
  context.fillStyle = ink.ground;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(words, left + width / 2, top + 14.5);
}

function drawNames(context: CanvasRenderingContext2D, sight: Sight, room: Room): void {
  const { names, camera, size, ink, compact, mask } = sight;
  const height = compact ? 16 : 22;
  context.font = `italic 500 ${compact ? 12 : 16}px ${ink.text}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { text, members, places } of compact ? names.slice(0, 4) : names) {
    const words = shortened(text, 28);
    const width = context.measureText(words).width + 8;
    for (const place of places) {
      const above = radiusOf(camera) + height / 2 - 1;
      const at = toWindow(camera, size, place);
      const [x, y] = [at.x, at.y - above];
      if (y < height / 2 || y > size.height - AXIS - height / 2) continue;
      if (!room.take(x - width / 2, y - height / 2, width, height, size.width)) continue;
      haloed(context, words, x, y, ink, members.some((index) => mask[index]) ? ink.ink : ink.faint);
      break;
    }
  }
}

function drawTitles(context: CanvasRenderingContext2D, sight: Sight, room: Room): void {
  const { placed, mask, camera, size, ink } = sight;
  context.font = `400 13px ${ink.text}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const seen = inSight(placed.model, placed, mask, camera, size);
  const around = radiusOf(camera) + 2;
  for (const index of seen) {
    const { x, y } = pointOf(sight, index);
    room.block(x - around, y - around, 2 * around, 2 * around);
  }
  for (const index of seen.slice(0, TITLES_AT_MOST)) {
    const { x, y } = pointOf(sight, index);
    if (y > size.height - AXIS - 8) continue;
    const words = shortened(placed.model.nodes[index]!.title, 34);
    const width = context.measureText(words).width;
    const right = x + radiusOf(camera) + 6;
    const left = x - radiusOf(camera) - 6 - width;
    if (room.take(right - 1, y - 9, width + 4, 18, size.width)) haloed(context, words, right, y, ink, ink.quiet);
    else if (room.take(left - 3, y - 9, width + 4, 18, size.width)) haloed(context, words, left, y, ink, ink.quiet);
  }
}

/** Words that can be read over whatever lies under them. */
function haloed(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  ink: Ink,
  colour: string,
): void {
  context.strokeStyle = ink.ground;
  context.lineWidth = 4;
  context.globalAlpha = 0.9;
  context.strokeText(words, x, y);
  context.globalAlpha = 1;
  context.fillStyle = colour;
  context.fillText(words, x, y);
}
