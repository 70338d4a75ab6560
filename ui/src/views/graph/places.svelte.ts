// Where the memories of a graph stand: laid out beside the page, again whenever other memories or edges are there.
import type { MemoryGraphView } from '../../api/generated/MemoryGraphView';
import { Layout, type LayoutInput } from './layout';
import type { LayoutAnswer } from './layout.worker';
import { modelOf, type Model } from './model';

export type Placed = { model: Model; x: Float32Array; y: Float32Array };

export class Places {
  /** Where everybody stands; none before a first picture is there. */
  placed = $state.raw<Placed | null>(null);
  /** Whether they still move. */
  busy = $state(false);
  /** How long the last layout took, in milliseconds. */
  took = 0;

  #worker: Worker | null = null;
  #edges: MemoryGraphView['edges'] | null = null;

  /** Lays a graph out. What stood somewhere before stays near. */
  lay(view: MemoryGraphView): void {
    const model = modelOf(view);
    const { placed } = this;
    if (placed && !this.busy && view.edges === this.#edges && placed.x.length === model.nodes.length) {
      // Only what is told of a memory has changed.
      this.placed = { ...placed, model };
      return;
    }
    this.#edges = view.edges;
    const input: LayoutInput = {
      times: model.times,
      communities: model.communities,
      edges: model.edges,
      weights: model.weights,
      known: this.#known(model),
    };
    this.stop();
    this.busy = true;
    const begun = performance.now();
    // Without workers (in tests) it is done at once.
    if (typeof Worker === 'undefined') {
      const layout = new Layout(input);
      while (!layout.done) layout.advance();
      this.#take(model, { x: layout.x, y: layout.y, done: true }, begun, false);
      return;
    }
    const again = input.known !== null || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<LayoutAnswer>) => this.#take(model, data, begun, again);
    worker.postMessage(input);
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.busy = false;
  }

  /** Pictures of a layout under way are shown only where nothing stands yet and movement is welcome. */
  #take(model: Model, { x, y, done }: LayoutAnswer, begun: number, onlyLast: boolean): void {
    if (!done && onlyLast) return;
    this.placed = { model, x, y };
    if (!done) return;
    this.took = performance.now() - begun;
    this.stop();
  }

  #known({ nodes }: Model): Float32Array | null {
    const { placed } = this;
    if (!placed) return null;
    const before = new Map(placed.model.nodes.map(({ id }, index) => [id, placed.y[index]!]));
    if (!nodes.some(({ id }) => before.has(id))) return null;
    return Float32Array.from(nodes, ({ id }) => before.get(id) ?? NaN);
  }
}
