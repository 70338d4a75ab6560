// Changes of memory as they go out: each names the revision it was made from, and an operation.
import { asApiError, UNREACHABLE, type Client, type Commands } from '../api/client';
import type { MemoryView } from '../api/generated/MemoryView';
import { newOperationId } from './operation';

type Expected = { conversation_id: string; operation_id: string; memory_revision: number };
type Control =
  | 'remember_fact'
  | 'update_fact'
  | 'forget_fact'
  | 'pin_fact'
  | 'merge_facts'
  | 'give_fact_to_character'
  | 'change_relationship_axis'
  | 'reset_relationship_axis';

/** A command and what it is given besides what every change names. */
export type MemoryChange = {
  [K in Control]: { command: K; input: Omit<Commands[K]['input'], keyof Expected> };
}[Control];

export class MemoryChanges {
  readonly #client: Client;
  /** The change of each conversation whose answer was lost. */
  readonly #lost = new Map<string, { change: string; expected: Expected }>();

  constructor(client: Client) {
    this.#client = client;
  }

  /**
   * Asks for a change of what is shown. The same one asked for again after its answer was lost goes out under the same name, so that it
   * cannot happen twice. Rejects with an `ApiError`.
   */
  async ask(shown: MemoryView, { command, input }: MemoryChange): Promise<MemoryView> {
    const { conversation_id, memory_revision } = shown;
    const change = JSON.stringify([command, input]);
    const lost = this.#lost.get(conversation_id);
    const expected =
      lost?.change === change ? lost.expected : { conversation_id, memory_revision, operation_id: newOperationId() };
    this.#lost.delete(conversation_id);
    try {
      return await this.#client.call(command, { ...input, ...expected } as Commands[Control]['input']);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === UNREACHABLE) this.#lost.set(conversation_id, { change, expected });
      throw error;
    }
  }
}
