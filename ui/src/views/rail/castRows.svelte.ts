// Which rows of the cast are in the page, and where each stands: a thousand characters cost no more than the few in sight.
import { edges, rowsWithin } from '../page/layout';

/** How far beyond the window rows are drawn, in pixels, so that a quick scroll meets rows and not the bare desk. */
const BEYOND = 600;
/** Height of a row before any was drawn, in pixels: three lines at the normal text size. */
const USUAL = 76;

export class CastRows {
  readonly #ids: () => readonly string[];
  readonly #heights = new Map<string, number>();
  readonly #drawn = new Set<HTMLElement>();
  #measured = $state(0);
  #top = $state(0);
  #height = $state(0);
  #scroller: HTMLElement | null = null;
  readonly #observer = new ResizeObserver(() => this.#resized());

  /** The upper edge of every row and the lower edge of the last, in pixels. */
  readonly edges = $derived.by(() => {
    void this.#measured;
    const usual = Math.min(...this.#heights.values(), Infinity);
    return edges(this.#ids(), (id) => this.#heights.get(id) ?? (usual === Infinity ? USUAL : usual));
  });
  /** The rows that are in sight or near it. */
  readonly range = $derived(rowsWithin(this.edges, this.#top, this.#height, BEYOND));

  constructor(ids: () => readonly string[]) {
    this.#ids = ids;
  }

  /** For the list; its parent scrolls, and the list stands at its beginning. */
  readonly list = (element: HTMLElement): (() => void) | undefined => {
    const scroller = element.parentElement;
    if (!scroller) return undefined;
    const scrolled = () => (this.#top = scroller.scrollTop);
    this.#scroller = scroller;
    this.#height = scroller.clientHeight;
    scrolled();
    scroller.addEventListener('scroll', scrolled, { passive: true });
    this.#observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', scrolled);
      this.#observer.disconnect();
      this.#scroller = null;
    };
  };

  /** For every row that is drawn; its `data-id` is the character's. */
  readonly row = (element: HTMLElement): (() => void) => {
    this.#drawn.add(element);
    this.#observer.observe(element);
    return () => {
      this.#drawn.delete(element);
      this.#observer.unobserve(element);
    };
  };

  /** Whether some of a row stands in the window. */
  inSight(index: number): boolean {
    const [above, below] = [this.edges[index], this.edges[index + 1]];
    if (above === undefined || below === undefined) return false;
    return below > this.#top && above < this.#top + this.#height;
  }

  /** Scrolls as little as it takes to have the whole row in the window. */
  show(index: number): void {
    const scroller = this.#scroller;
    const [above, below] = [this.edges[index], this.edges[index + 1]];
    if (!scroller || above === undefined || below === undefined) return;
    if (above < scroller.scrollTop) scroller.scrollTop = above;
    else if (below > scroller.scrollTop + this.#height) scroller.scrollTop = below - this.#height;
    this.#top = scroller.scrollTop;
  }

  #resized(): void {
    if (this.#scroller) this.#height = this.#scroller.clientHeight;
    const measured = new Map<string, number>();
    for (const element of this.#drawn) {
      const { height } = element.getBoundingClientRect();
      // A rail that is not shown has no heights to go by.
      if (height > 0) measured.set(element.dataset['id'] ?? '', height);
    }
    const differs = ([id, height]: [string, number]) => this.#heights.has(id) && this.#heights.get(id) !== height;
    // Another text size: what was measured before it says nothing any more.
    if ([...measured].some(differs)) this.#heights.clear();
    for (const [id, height] of measured) this.#heights.set(id, height);
    this.#measured++;
  }
}
