// For tests: a client whose answers and events the test gives.
import { ApiError, type Client, type Commands, type Event } from '../api/client';
import type { Destination, OutsideFiles, PickedFile } from '../api/files';
import type { ExportedFile } from '../api/generated/ExportedFile';

type Answers = {
  [K in keyof Commands]?: (input: Commands[K]['input']) => Commands[K]['output'] | Promise<Commands[K]['output']>;
};

export class FakeClient implements Client {
  /** Every call made, in order. */
  readonly calls: { name: string; input: unknown }[] = [];
  #listeners = new Set<(event: Event) => void>();
  #onStates = new Set<(online: boolean) => void>();

  constructor(readonly answers: Answers = {}) {}

  async call<K extends keyof Commands>(name: K, input: Commands[K]['input']): Promise<Commands[K]['output']> {
    this.calls.push({ name, input });
    const answer = this.answers[name];
    if (!answer) throw new ApiError('not_found', `the test gives no answer to ${name}`, 404);
    return answer(input);
  }

  /** The inputs of the calls of one command, in order. */
  inputs<K extends keyof Commands>(name: K): Commands[K]['input'][] {
    return this.calls.filter((call) => call.name === name).map((call) => call.input as Commands[K]['input']);
  }

  events(listener: (event: Event) => void, onState: (online: boolean) => void): () => void {
    this.#listeners.add(listener);
    this.#onStates.add(onState);
    onState(true);
    return () => {
      this.#listeners.delete(listener);
      this.#onStates.delete(onState);
    };
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }

  setOnline(online: boolean): void {
    for (const onState of this.#onStates) onState(online);
  }

  portraitUrl(id: string, version: string, size: number): string {
    return `/portraits/${id}?v=${version}&size=${size}`;
  }

  personaPictureUrl(id: string, version: string): string {
    return `/personas/${id}?v=${version}`;
  }

  /** What the reader picks next; none is a change of mind. */
  picked: PickedFile | null = null;
  /** Where the reader wants the next export. */
  destination: Destination | null = 'download';
  /** What was handed over to the reader. */
  readonly handedOver: ExportedFile[] = [];

  readonly files: OutsideFiles = {
    chooseDestination: async () => this.destination,
    handOver: (exported) => void this.handedOver.push(exported),
    pickFile: async () => this.picked,
  };

  /** The addresses that were handed to the browser. */
  readonly links: string[] = [];

  openLink(url: string): void {
    this.links.push(url);
  }
}

/** A promise that the test settles when it wants. */
export function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: unknown) => void } {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
