// Which rows of a long list are in the page, and where the window onto them stands. Rows are measured once they are drawn.
import { flushSync, tick, untrack } from 'svelte';

import { anchorAt, edges, rowsWithin, topFor, type Anchor } from './layout';

/** How far beyond the window rows are drawn, in pixels, so that a quick scroll meets text and not paper. */
const BEYOND = 800;
/** How often a row is aimed at until it stands where it should. */
const GO_TO_AIMS = 4;
/** How near to the end still counts as being there, in pixels. */
const NEAR_END = 32;

export class Rows {
  /** Whether the reader is at the end, so that the window goes along with new text. */
  atEnd = $state(true);

  readonly #keys: () => readonly string[];
  readonly #guess: (index: number) => number;
  readonly #heights = new Map<string, number>();
  #measured = $state(0);
  #top = $state(0);
  #height = $state(0);
  #scroller: HTMLElement | null = null;
  #anchor: Anchor | null = null;
  /** Rows that were drawn and not measured yet. */
  readonly #fresh = new Set<HTMLElement>();
  /** Where the scroller stood when it was last looked at. */
  #lastTop = 0;
  readonly #observer = new ResizeObserver((entries) => this.#resized(entries));

  readonly #edges = $derived.by(() => {
    void this.#measured;
    return edges(this.#keys(), (key, index) => this.#heights.get(key) ?? this.#guess(index));
  });
  readonly #range = $derived(rowsWithin(this.#edges, this.#top, this.#height, BEYOND));
  readonly start = $derived(this.#range.start);
  readonly end = $derived(this.#range.end);
  /** Room for the rows that are not drawn, in pixels. */
  readonly before = $derived(this.#edges[this.start] ?? 0);
  readonly after = $derived((this.#edges.at(-1) ?? 0) - (this.#edges[this.end] ?? 0));

  /** `guess` gives the height of a row that was never drawn. */
  constructor(keys: () => readonly string[], guess: (index: number) => number) {
    this.#keys = keys;
    this.#guess = guess;
  }

  /** For the element that scrolls; all of it but the rows must keep its height. */
  readonly scroller = (element: HTMLElement): (() => void) => {
    this.#scroller = element;
    this.#height = element.clientHeight;
    this.#observer.observe(element);
    return () => {
      this.#observer.disconnect();
      this.#scroller = null;
    };
  };

  /** For every row that is drawn; its `data-key` is its key. */
  readonly row = (element: HTMLElement): (() => void) => {
    this.#fresh.add(element);
    this.#observer.observe(element);
    return () => {
      this.#fresh.delete(element);
      this.#observer.unobserve(element);
    };
  };

  /** Tells that the reader has scrolled, or that the window was moved. */
  scrolled(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const top = scroller.scrollTop;
    const left = scroller.scrollHeight - scroller.clientHeight - top;
    // Text that has just come also puts the end further away, so only a move upwards leaves it.
    if (left <= NEAR_END) this.atEnd = true;
    else if (top < this.#lastTop - 1) this.atEnd = false;
    this.#lookAt(top);
  }

  /**
   * To call in an effect, which then runs whenever rows were drawn: what the reader sees stays where it is, or the end stays in
   * sight. New rows are measured here and not left to the observer, which would report rows drawn in its own call a frame late.
   */
  arrange(): void {
    void [this.#measured, this.#keys(), this.start, this.end];
    untrack(() => {
      if (!this.#measure(this.#fresh)) this.#settle();
    });
  }

  #settle(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (this.atEnd) {
      scroller.scrollTop = scroller.scrollHeight;
    } else if (this.#anchor) {
      const moved = scroller.scrollTop - this.#lastTop;
      const top = topFor(this.#anchor, this.#keys(), this.#edges);
      if (top !== null && Math.abs(top + moved - scroller.scrollTop) > 0.5) scroller.scrollTop = top + moved;
    }
    this.#lookAt(scroller.scrollTop);
  }

  /** Shows the end, and stays there while text comes. */
  goToEnd(): void {
    this.atEnd = true;
    this.#settle();
  }

  /** The place that does not move; none at the end. */
  get place(): Anchor | null {
    return this.atEnd ? null : this.#anchor;
  }

  /**
   * Shows a row: `into` pixels of it above the window, else a quarter of the window below its upper edge. Rows around it may not be
   * measured yet, so it is aimed at again.
   */
  async goTo(key: string, into?: number): Promise<void> {
    for (let aim = 0; aim < GO_TO_AIMS; aim++) {
      await tick();
      const scroller = this.#scroller;
      const at = this.#edges[this.#keys().indexOf(key)];
      if (!scroller || at === undefined) return;
      this.atEnd = false;
      scroller.scrollTop = at + (into ?? -this.#height / 4);
      this.#lookAt(scroller.scrollTop);
    }
  }

  /** Shows the beginning. */
  goToStart(): void {
    this.atEnd = false;
    this.#anchor = null;
    if (this.#scroller) this.#scroller.scrollTop = 0;
    this.#settle();
  }

  #lookAt(top: number): void {
    this.#lastTop = top;
    this.#top = top;
    this.#anchor = anchorAt(this.#keys(), this.#edges, top, this.#height);
  }

  #resized(entries: ResizeObserverEntry[]): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const targets = entries.map(({ target }) => target as HTMLElement);
    const resized = targets.includes(scroller);
    if (resized) this.#height = scroller.clientHeight;
    const changed = this.#measure(targets.filter((target) => target !== scroller));
    if (!resized && !changed) return;
    // This runs between layout and painting: settled now, nothing is ever seen in the wrong place.
    flushSync();
    this.#settle();
  }

  /** Takes the heights of rows; true when one of them was not known yet, and the page has to be laid out again. */
  #measure(elements: Iterable<HTMLElement>): boolean {
    let changed = false;
    for (const element of elements) {
      this.#fresh.delete(element);
      const key = element.dataset['key'];
      const height = element.getBoundingClientRect().height;
      // A row in a part of the window that is not shown has no height to go by.
      if (key === undefined || height === 0 || this.#heights.get(key) === height) continue;
      this.#heights.set(key, height);
      changed = true;
    }
    if (changed) this.#measured++;
    return changed;
  }
}
