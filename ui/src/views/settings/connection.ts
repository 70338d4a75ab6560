import type { Connection } from '../../api/generated/Connection';
import type { SaveConnection } from '../../api/generated/SaveConnection';
import type { Key } from '../../i18n/index.svelte';

/** What the form holds. The key is only ever a new one: the saved one never comes back from the program. */
export interface ConnectionDraft {
  name: string;
  address: string;
  key: string;
  /** One name a line. */
  models: string;
  forgetKey: boolean;
}

/** What keeps each field from being saved; none that are absent. */
export type ConnectionFaults = Partial<Record<'name' | 'address', Key>>;

export function draftOf(connection: Connection | undefined): ConnectionDraft {
  return {
    name: connection?.name ?? '',
    address: connection?.base_url ?? '',
    key: '',
    models: connection?.models.join('\n') ?? '',
    forgetKey: false,
  };
}

export function faultsOf(draft: ConnectionDraft): ConnectionFaults {
  const faults: ConnectionFaults = {};
  if (draft.name.trim() === '') faults.name = 'nameNeeded';
  if (!isAddress(draft.address.trim())) faults.address = 'addressNeeded';
  return faults;
}

/** What is sent: without a key the saved one stays, with an empty one it is erased. */
export function toSave(draft: ConnectionDraft, connection: Connection | undefined): SaveConnection {
  const key = draft.key.trim();
  return {
    ...(connection ? { id: connection.id } : {}),
    name: draft.name.trim(),
    base_url: draft.address.trim().replace(/\/+$/, ''),
    models: modelNames(draft.models),
    ...(key !== '' ? { key } : draft.forgetKey ? { key: '' } : {}),
  };
}

/** The names of a list, each once, in the order written. */
export function modelNames(lines: string): string[] {
  return [...new Set(lines.split('\n').map((line) => line.trim()))].filter((name) => name !== '');
}

function isAddress(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
