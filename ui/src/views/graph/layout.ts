// Where memories stand: from left to right by time, from top to bottom by the community they belong to, near those they are joined
// with, and none upon another. Unlike a layout by forces alone it tells when things happened and takes a time proportional to the
// number of memories and edges. Pure; the unit is the room that one memory takes.
import { seeded } from './random';
import { timePlaces } from './scale';
import { streams, type Streams } from './streams';

export interface LayoutInput {
  /** When each memory happened; in order. */
  times: Float64Array;
  communities: Int32Array;
  /** Pairs of indices. */
  edges: Uint32Array;
  weights: Float32Array;
  /** Heights of memories that stood somewhere before, NaN for the others: the picture is not to jump when one comes in. */
  known: Float32Array | null;
}

/** Memories come to stand no nearer than this. */
const APART = 0.94;
/** How far from its time a memory may stand, as a share of the width and at least so far. */
const DRIFT = 0.012;
const DRIFT_AT_LEAST = 0.6;
/** How wide the picture is in proportion to its height, about. */
const ASPECT = 1.8;
/** How often the width is tried until it is. */
const TRIES = 4;
/** From one time to the next there is at most so much room, but for pauses. */
const CLOSE = 0.7;
const STEPS = 110;
/** In the last steps nothing attracts any more. */
const SETTLING = 30;

export class Layout {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: number;
  readonly steps = STEPS;
  step = 0;

  readonly #input: LayoutInput;
  readonly #time: Float32Array;
  readonly #middle: Float32Array;
  readonly #half: Float32Array;
  readonly #pull: Float32Array;
  readonly #weight: Float32Array;

  constructor(input: LayoutInput) {
    const count = input.times.length;
    this.#input = input;
    // A few stand closer than they like, so that they part above and below: in one line their ties would lie upon each other.
    const most = count < 3 ? Infinity : CLOSE * (count - 1);
    let width = Math.min(most, Math.sqrt(Math.max(1, count) * ASPECT));
    let [time, flow] = placesFor(input, width);
    for (let tried = 1; tried < TRIES && count > 2; tried++) {
      width = Math.min(most, width * Math.sqrt(Math.min(3, Math.max(0.5, (ASPECT * flow.height) / width))));
      [time, flow] = placesFor(input, width);
    }
    this.width = width;
    this.#time = time;
    const { middle, half } = flow;
    this.#middle = middle;
    this.#half = half;
    this.#pull = new Float32Array(count);
    this.#weight = new Float32Array(count);
    this.x = Float32Array.from(this.#time);
    const random = seeded(count);
    this.y = Float32Array.from(middle, (at, index) => {
      const anywhere = at + (2 * random() - 1) * (half[index]! || flow.height / 4);
      const before = input.known?.[index];
      return before === undefined || Number.isNaN(before) ? anywhere : before;
    });
  }

  get done(): boolean {
    return this.step >= this.steps;
  }

  advance(): void {
    const heat = Math.max(0, 1 - this.step / (this.steps - SETTLING));
    if (heat > 0) this.#attract(heat);
    this.#keepInStream(0.04 + 0.1 * heat);
    this.#separate();
    this.#keepInTime();
    this.step++;
  }

  /** Everyone moves towards the mean height of those they are joined with. */
  #attract(heat: number): void {
    const { edges, weights } = this.#input;
    const pull = this.#pull.fill(0);
    const weight = this.#weight.fill(0);
    for (let edge = 0; edge < weights.length; edge++) {
      const [one, other, strength] = [edges[2 * edge]!, edges[2 * edge + 1]!, weights[edge]!];
      pull[one]! += strength * this.y[other]!;
      pull[other]! += strength * this.y[one]!;
      weight[one]! += strength;
      weight[other]! += strength;
    }
    for (let index = 0; index < pull.length; index++) {
      if (weight[index]! > 0) this.y[index]! += 0.08 * heat * (pull[index]! / weight[index]! - this.y[index]!);
    }
  }

  #keepInStream(strength: number): void {
    for (let index = 0; index < this.y.length; index++) {
      // Who is alone goes wherever those are that they are joined with.
      if (this.#half[index] === 0) continue;
      const off = this.y[index]! - this.#middle[index]!;
      const beyond = Math.abs(off) - this.#half[index]!;
      if (beyond > 0) this.y[index]! -= Math.sign(off) * beyond * strength * 4;
    }
  }

  #keepInTime(): void {
    const drift = Math.max(DRIFT_AT_LEAST, DRIFT * this.width);
    for (let index = 0; index < this.x.length; index++) {
      const time = this.#time[index]!;
      const x = this.x[index]! + 0.08 * (time - this.x[index]!);
      this.x[index] = Math.min(time + drift, Math.max(time - drift, x));
    }
  }

  /** Pushes apart those that stand too near. Only the neighbouring cells of a grid are looked at, so it costs as much as there are memories. */
  #separate(): void {
    const { x, y } = this;
    const count = x.length;
    if (count < 2) return;
    let [left, top, bottom] = [Infinity, Infinity, -Infinity];
    let right = -Infinity;
    for (let index = 0; index < count; index++) {
      left = Math.min(left, x[index]!);
      right = Math.max(right, x[index]!);
      top = Math.min(top, y[index]!);
      bottom = Math.max(bottom, y[index]!);
    }
    const columns = Math.floor(right - left) + 1;
    const rows = Math.floor(bottom - top) + 1;
    const cells = new Int32Array(count);
    const starts = new Int32Array(columns * rows + 1);
    for (let index = 0; index < count; index++) {
      const cell = Math.floor(y[index]! - top) * columns + Math.floor(x[index]! - left);
      cells[index] = cell;
      starts[cell + 1]!++;
    }
    for (let cell = 0; cell < columns * rows; cell++) starts[cell + 1]! += starts[cell]!;
    const sorted = new Int32Array(count);
    const next = starts.slice();
    for (let index = 0; index < count; index++) sorted[next[cells[index]!]!++] = index;
    for (let index = 0; index < count; index++) this.#pushFrom(index, cells[index]!, columns, rows, starts, sorted);
  }

  #pushFrom(index: number, cell: number, columns: number, rows: number, starts: Int32Array, sorted: Int32Array): void {
    const column = cell % columns;
    const row = (cell - column) / columns;
    for (let line = Math.max(0, row - 1); line <= Math.min(rows - 1, row + 1); line++) {
      const from = starts[line * columns + Math.max(0, column - 1)]!;
      const to = starts[line * columns + Math.min(columns - 1, column + 1) + 1]!;
      for (let place = from; place < to; place++) if (sorted[place]! > index) this.#push(index, sorted[place]!);
    }
  }

  #push(one: number, other: number): void {
    const { x, y } = this;
    let dx = x[other]! - x[one]!;
    let dy = y[other]! - y[one]!;
    const square = dx * dx + dy * dy;
    if (square >= APART * APART) return;
    let distance = Math.sqrt(square);
    if (distance < 1e-4) {
      // Two upon each other go apart by a direction of their own.
      [dx, dy] = [Math.cos(one + 2 * other), Math.sin(one + 2 * other)];
      distance = 1;
    }
    const push = (0.35 * (APART - Math.min(distance, APART))) / distance;
    // Room is made rather above and below, since left and right are told by time.
    x[one]! -= 0.6 * push * dx;
    x[other]! += 0.6 * push * dx;
    y[one]! -= push * dy;
    y[other]! += push * dy;
  }
}

function placesFor({ times, communities }: LayoutInput, width: number): [Float32Array, Streams] {
  const time = timePlaces(times, width);
  return [time, streams(time, communities, width)];
}
